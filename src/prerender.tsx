import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/app'
import { OpeningCover } from './app/boot/opening/opening-cover'
import { routePages } from './app/route-pages'
import { publicPages } from './app/public-pages'
import { figuresFile } from './features/site/content/documents'
import { programs } from './features/site/content/programs'
import { figuresCsv } from './features/site/lib/figures-file'
import { programPath } from './features/site/lib/program-path'
import { breadcrumbList, structuredData } from './features/site/lib/structured-data'
import { routeNames, routes } from './shared/auth/routes'
import { env } from './shared/config/env'
import { paths } from './shared/config/paths'
import { organisation } from './shared/data/organisation'
import { mailLink } from './shared/lib/contact-links'
import { Section } from './shared/ui/container'

/** Elements for the document's head come first, ahead of the page itself. */
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

/** Files that pages offer, by address. */
export const renderFiles = async () => ({ [figuresFile]: await figuresCsv() })

/** One page for whatever is unknown, and the one for an unknown program, whose folder it is in. */
export const notFoundAddresses = ['/404', programPath('404')]

/**
 * The addresses that are no public page, each with its content without scripts and the modules it
 * starts with.
 */
export const emptyPages = routeNames.map((name) => ({
  address: paths[name],
  ...renderWithoutScripts(routes[name].menu?.title ?? routes[name].title),
  isStaff: routes[name].layout === 'staff',
  modules: [
    'app/other-pages',
    ...(routes[name].session === 'none' ? [] : ['app/account-area']),
    routePages[name].module,
  ],
}))

function renderWithoutScripts(title = 'Supporter Portal') {
  return {
    head: renderToStaticMarkup(
      <>
        <title>{`${title} | ${organisation.fullName}`}</title>
        <meta name="robots" content="noindex" />
      </>,
    ),
    body: renderToStaticMarkup(
      <noscript>
        <Section width="narrow">
          <h1>{title}</h1>
          <p className="mt-4 text-lg">
            This page needs JavaScript, which your browser does not run. Please switch it on and
            load the page again.
          </p>
          <p className="mt-4 text-lg">
            The <a href={paths.home}>rest of our site</a> works without it, and we are glad to help
            at <a href={mailLink(organisation.email)}>{organisation.email}</a>.
          </p>
        </Section>
      </noscript>,
    ),
  }
}

/** The opening that may cover a public page at first. */
export function renderOpening(address: string): string {
  return renderToStaticMarkup(<OpeningCover isHome={address === paths.home} />)
}

/**
 * One address as static HTML, with what search engines are told about it.
 *
 * @throws what a component throws while it renders
 */
export async function renderAddress(address: string): Promise<RenderedPage> {
  const page = await renderPage(address)
  const { body } = page
  const shareImage = shareImageOf(address, page.head)
  const head = page.head + socialTags(page.head, shareImage)
  if (!head.includes('rel="canonical"')) return { head, body, shareImage }
  const above = publicAddresses.filter((other) => address.startsWith(`${other}/`))
  const trail = await Promise.all(
    [...above, address]
      .filter((path) => path !== paths.home)
      .map(async (path) => ({ path, name: titleIn((await renderPage(path)).head) })),
  )
  const things = [...structuredData(address), ...(trail.length > 0 ? [breadcrumbList(trail)] : [])]
  const scripts = things.map((thing) => {
    const json = JSON.stringify({ '@context': 'https://schema.org', ...thing })
    return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
  })
  return { head: head + scripts.join(''), body, shareImage }
}

interface ShareImage {
  file: string
  title: string
  /** The address of the page's first picture. */
  picture: string
}

interface RenderedPage {
  head: string
  body: string
  /** undefined on a page without a picture, which has the image of the whole site */
  shareImage: ShareImage | undefined
}

function shareImageOf(address: string, head: string): ShareImage | undefined {
  const [, picture] = /<link rel="preload" as="image" href="([^"]*)"/.exec(head) ?? []
  if (!picture || !head.includes('rel="canonical"')) return undefined
  const file = `/share${address === paths.home ? '/home' : address}.png`
  return { file, title: titleIn(head) || organisation.fullName, picture }
}

/** What a shared link shows, of what the page's own tags say. */
function socialTags(head: string, shareImage: ShareImage | undefined): string {
  const said = (tag: RegExp) => tag.exec(head)?.[1]
  const properties = {
    'og:type': 'website',
    'og:site_name': asAttribute(organisation.fullName),
    'og:title': said(/<title>(.*)<\/title>/),
    'og:description': said(/<meta name="description" content="([^"]*)"/),
    'og:url': said(/<link rel="canonical" href="([^"]*)"/),
    'og:image': siteUrl + (shareImage?.file ?? '/social-image.png'),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': shareImage
      ? `${asAttribute(shareImage.title)}, beside a drawing from the page`
      : `The logo of ${asAttribute(organisation.fullName)}`,
  }
  const tags = Object.entries(properties).filter(([, content]) => content !== undefined)
  return [
    ...tags.map(([property, content]) => `<meta property="${property}" content="${content}"/>`),
    '<meta name="twitter:card" content="summary_large_image"/>',
  ].join('')
}

const asAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Without the organization's name. */
function titleIn(head: string): string {
  const [, title = ''] = /<title>(.*) \| [^|]*<\/title>/.exec(head) ?? []
  return title.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}

async function renderPage(address: string): Promise<{ head: string; body: string }> {
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
