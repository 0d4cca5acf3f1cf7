import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const dist = join(import.meta.dirname, '../../dist')

/** The addresses listed for search engines. */
export async function sitemap(): Promise<string[]> {
  const xml = await readFile(join(dist, 'sitemap.xml'), 'utf8')
  return [...xml.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map((match) => match[1] || '/')
}

/** Pages behind email links; without a link's token they say so once they run. */
export const pagesOfMails = ['/status', '/unsubscribe', '/confirm-subscription', '/consent']

/** Public pages that search engines should not list. */
export const unlisted = ['/animated-logo', ...pagesOfMails]

/** Every public page. */
export const publicAddresses = async () => [...(await sitemap()), ...unlisted]

/** The built HTML of an address, or of a file such as `/404.html`. */
export const htmlOf = (address: string) =>
  readFile(join(dist, address.endsWith('.html') ? address : `${address}/index.html`), 'utf8')

/** One program's page stands for all of them, which only differ in content. */
export function oneOfEachKind(addresses: string[]): string[] {
  const program = addresses.find((address) => address.startsWith('/programs/'))
  return addresses.filter((address) => address === program || !address.startsWith('/programs/'))
}
