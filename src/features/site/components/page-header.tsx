import { Section } from '@/shared/ui/container'
import { Picture, type PictureData } from './picture'

interface PageHeaderProps {
  title: string
  lead: string
  /** Stands in a doorway on the lower edge. */
  image?: PictureData
}

/** The forest band at the top of a public page. */
export function PageHeader({ title, lead, image }: PageHeaderProps) {
  if (!image) {
    return (
      <Section ground="forest">
        <Words title={title} lead={lead} />
      </Section>
    )
  }
  return (
    <Section ground="forest" className="pt-10 pb-0 sm:pt-14">
      <div className="grid items-center gap-x-12 gap-y-8 sm:grid-cols-[3fr_2fr] lg:grid-cols-[2fr_1fr]">
        <div className="sm:pb-14">
          <Words title={title} lead={lead} />
        </div>
        <Picture
          picture={image}
          eager
          className="mx-auto max-w-64 self-end rounded-t-full sm:ms-auto sm:me-0 sm:max-w-80"
        />
      </div>
    </Section>
  )
}

function Words({ title, lead }: { title: string; lead: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p className="mt-4 max-w-measure text-lg text-balance">{lead}</p>
    </>
  )
}
