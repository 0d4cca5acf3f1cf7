import { env } from '@/shared/config/env'
import { paths } from '@/shared/config/paths'

interface Crumb {
  name: string
  path: string
}

/** Structured data that tells search engines where a nested page hangs; the home page is added. */
export function breadcrumbList(...crumbs: Crumb[]): Record<string, unknown> {
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
