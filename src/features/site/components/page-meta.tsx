import { env } from '@/shared/config/env'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'

interface Crumb {
  name: string
  path: string
}

export interface PageMetaProps {
  /** Without the organization's name, which is added. */
  title?: string
  /** Its name in the trail of pages */
  name?: string | undefined
  /** The pages above it, from the outside in, without Home */
  trail?: readonly Crumb[]
  /** One or two sentences for search results, 70 to 160 characters. */
  description?: string
  /** Path of the canonical address; without it search engines do not list the page. */
  path?: string
  /** schema.org data without its @context */
  structuredData?: readonly Record<string, unknown>[]
}

/** Title and metadata of a public page. React moves the tags into the head. */
export function PageMeta({
  title,
  name = title,
  trail = [],
  description,
  path,
  structuredData = [],
}: PageMetaProps) {
  const fullTitle = title ? `${title} | ${organisation.fullName}` : organisation.fullName
  const url = path === undefined ? undefined : env.siteUrl + path
  const breadcrumb = url && name && breadcrumbList([...trail, { name, path: path! }])

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
      {[...structuredData, ...(breadcrumb ? [breadcrumb] : [])].map((item, index) => (
        <script
          key={index}
          type="application/ld+json"
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({ '@context': 'https://schema.org', ...item }).replaceAll(
              '<',
              '\\u003c',
            ),
          }}
        />
      ))}
    </>
  )
}

function breadcrumbList(crumbs: Crumb[]): Record<string, unknown> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: paths.home }, ...crumbs].map(
      ({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: env.siteUrl + path,
      }),
    ),
  }
}
