import { Section } from '@/shared/ui/container'
import { PageMeta, type PageMetaProps } from './page-meta'
import { Picture, type PictureData } from './picture'

interface PageHeaderProps extends Pick<PageMetaProps, 'path'> {
  content: {
    title: string
    lead: string
    description: string
    /** The picture in the doorway on the lower edge. */
    image?: PictureData
  }
  /** The title for search engines, where it differs */
  metaTitle?: string
}

/** The forest band at the top of a public page, and the page's metadata. */
export function PageHeader({ content, metaTitle, path }: PageHeaderProps) {
  const { title, lead, description, image } = content
  const words = (
    <>
      <h1>{title}</h1>
      <p className="mt-4 max-w-measure text-lg text-balance">{lead}</p>
    </>
  )
  return (
    <>
      <PageMeta title={metaTitle ?? title} description={description} path={path} />
      {image ? (
        <Section ground="forest" className="pt-10 pb-0 sm:pt-14">
          <div className="grid items-center gap-x-12 gap-y-8 sm:grid-cols-[3fr_2fr] lg:grid-cols-[2fr_1fr]">
            <div className="sm:pb-14">{words}</div>
            <Picture
              picture={image}
              eager
              className="mx-auto max-w-64 self-end rounded-t-full sm:ms-auto sm:me-0 sm:max-w-80"
            />
          </div>
        </Section>
      ) : (
        <Section ground="forest">{words}</Section>
      )}
    </>
  )
}
