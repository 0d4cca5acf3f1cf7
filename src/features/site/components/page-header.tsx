import { Section } from '@/shared/ui/container'

/** The forest band at the top of a public page. */
export function PageHeader({ title, lead }: { title: string; lead: string }) {
  return (
    <Section ground="forest">
      <h1>{title}</h1>
      <p className="mt-4 max-w-measure text-lg">{lead}</p>
    </Section>
  )
}
