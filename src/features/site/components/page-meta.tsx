import { env } from '@/shared/config/env'
import { organisation } from '@/shared/data/organisation'

export interface PageMetaProps {
  /** Without the organization's name, which is added. */
  title?: string
  /** One or two sentences for search results, 70 to 160 characters. */
  description?: string
  /** Path of the canonical address; without it search engines do not list the page. */
  path?: string | undefined
}

/** Title and metadata of a public page. React moves the tags into the head. */
export function PageMeta({ title, description, path }: PageMetaProps) {
  const fullTitle = title ? `${title} | ${organisation.fullName}` : organisation.fullName
  const url = path === undefined ? undefined : env.siteUrl + path

  return (
    <>
      <title>{fullTitle}</title>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={organisation.fullName} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:image" content={`${env.siteUrl}/social-image.png`} />
      <meta name="twitter:card" content="summary_large_image" />
      {description && (
        <>
          <meta name="description" content={description} />
          <meta property="og:description" content={description} />
        </>
      )}
      {url ? (
        <>
          <link rel="canonical" href={url} />
          <meta property="og:url" content={url} />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}
