import { env } from '@/shared/config/env'
import { paths } from '@/shared/config/paths'

interface Crumb {
  name: string
  path: string
}

/** The trail to a nested page as structured data. The home page is added. */
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
