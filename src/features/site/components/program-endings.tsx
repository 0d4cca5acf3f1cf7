import type { ReactNode } from 'react'
import { Card, CardContent, CardFooter, CardTitle } from '@/shared/ui/card'
import { Cloth } from '@/shared/ui/cloth'
import { Section } from '@/shared/ui/container'

interface Ending {
  title: string
  text: string
  /** A button or a link that looks like one */
  action: ReactNode
}

interface ProgramEndingsProps {
  program: string
  title: string
  /** Join and give, with equal weight */
  endings: readonly [Ending, Ending]
  /** Below both */
  children?: ReactNode
}

/** The two next steps after a program. */
export function ProgramEndings({ program, title, endings, children }: ProgramEndingsProps) {
  return (
    <Section
      ground="sunken"
      className="pt-9 pb-16 sm:pt-20 sm:pb-24 lg:pb-32"
      aria-labelledby="closing"
    >
      <h2 id="closing" className="max-w-[24ch]">
        {title}
      </h2>
      <ul className="mt-5 grid gap-4 sm:mt-8 sm:grid-cols-2 lg:gap-8">
        {endings.map(({ title: ending, text, action }) => (
          <Card as="li" key={ending} className="overflow-hidden">
            <Cloth program={program} />
            <CardContent>
              <CardTitle>{ending}</CardTitle>
              <p className="mt-2 text-ink-soft">{text}</p>
            </CardContent>
            <CardFooter>{action}</CardFooter>
          </Card>
        ))}
      </ul>
      {children}
    </Section>
  )
}
