import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/app'
import { placePages } from './app/place-pages'
import { publicPages } from './app/public-pages'
import { programs } from './features/site/content/programs'
import { programPath } from './features/site/lib/program-path'
import { placeNames, places } from './shared/auth/places'
import { env } from './shared/config/env'
import { paths } from './shared/config/paths'

/** What a page puts into the document's head comes first, ahead of the page itself. */
// eslint-disable-next-line security/detect-unsafe-regex -- linear: `<` begins each repetition
const headTags = /^(?:<title>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/

export const { siteUrl } = env

/** The addresses of all public pages. */
export const publicAddresses: readonly string[] = publicPages.flatMap(({ path }) =>
  path === paths.program
    ? programs
        .map(({ id }) => programPath(id))
        .filter((address) => address !== paths.earlyChildhood)
    : [path],
)

/** The addresses that are no public page, each with the modules that it begins with. */
export const emptyPages = placeNames.map((name) => ({
  address: paths[name],
  modules: [
    'app/other-pages',
    ...(places[name].session === 'none' ? [] : ['app/account-area']),
    placePages[name].module,
  ],
}))

/**
 * One address as static HTML.
 *
 * @throws what a component throws while it renders
 */
export async function renderAddress(address: string): Promise<{ head: string; body: string }> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={address}>
        <App />
      </StaticRouter>
    </StrictMode>,
    {
      // Larger parts would be written as hidden ones that only an inline script brings to light.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error
      },
    },
  )
  const html = await new Response(prelude).text()
  const head = headTags.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
