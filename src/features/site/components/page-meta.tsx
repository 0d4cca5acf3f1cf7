import { env } from '@/shared/config/env'
import { organisation } from '@/shared/data/organisation'

export interface PageMetaProps {
  /** Without the organization's name, which is appended. */
  title?: string
  /** One or two sentences for search results, 70 to 160 characters. */
  description?: string
  /** Path of the canonical address; without it search engines do not list the page. */
  path?: string | undefined
}

/**
 * Title and metadata of a public page. React moves the tags into the head; `src/prerender.tsx` adds
 * tags that only crawlers read.
 */
export function PageMeta({ title, description, path }: PageMetaProps) {
  return (
    <>
      <title>{title ? `${title} | ${organisation.fullName}` : organisation.fullName}</title>
      {description && <meta name="description" content={description} />}
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={env.siteUrl + path} />
      )}
    </>
  )
}
