import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { palette } from '../src/shared/data/palette.js'
import { organisation } from '../src/shared/data/organisation.js'

const require = createRequire(import.meta.url)
/** In pixels: the size that social networks show uncropped. */
const shareImageSize = { width: 1200, height: 630 }
const panel = { width: 560, margin: 56, fontSize: 62, lineHeight: 74 }

const fonts = ['fraunces-latin-600-normal', 'fraunces-latin-ext-600-normal']
let started: Promise<Uint8Array[]> | undefined

async function start(): Promise<Uint8Array[]> {
  await initWasm(await readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  return Promise.all(
    fonts.map((name) => readFile(require.resolve(`@fontsource/fraunces/files/${name}.woff2`))),
  )
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Lines of a title, by letter width, because SVG does not wrap text. */
function linesOf(title: string): string[] {
  const letters = Math.floor((panel.width - 2 * panel.margin) / (panel.fontSize * 0.52))
  return title.split(' ').reduce<string[]>((lines, word) => {
    const line = lines.at(-1)
    return line !== undefined && line.length + 1 + word.length <= letters
      ? [...lines.slice(0, -1), `${line} ${word}`]
      : [...lines, word]
  }, [])
}

/** An SVG file, or the drawing of the view that the fragment names. */
async function readPicture(picture: string): Promise<string> {
  const [file, view] = picture.split('#')
  const svg = await readFile(file!, 'utf8')
  if (view === undefined) return svg
  const drawing = new RegExp(`<view id="${view}"[^>]*/><svg y="\\d+"(.*?</svg>)`, 's').exec(svg)
  if (!drawing) throw new Error(`${file} has no view ${view}.`)
  return `<svg xmlns="http://www.w3.org/2000/svg"${drawing[1]}`
}

/**
 * The image of a shared link: a page's title beside its picture.
 *
 * @param picture an SVG file, with a fragment for one of its views
 * @returns a PNG
 */
export async function renderShareImage(title: string, picture: string): Promise<Uint8Array> {
  const fontBuffers = await (started ??= start())
  const { width, height } = shareImageSize
  const lines = linesOf(title)
  const top = (height - lines.length * panel.lineHeight) / 2 + panel.fontSize
  const data = Buffer.from(await readPicture(picture)).toString('base64')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${palette.forest[800]}"/>
    <image x="${panel.width}" width="${width - panel.width}" height="${height}" preserveAspectRatio="xMidYMid slice" xlink:href="data:image/svg+xml;base64,${data}"/>
    <rect x="${panel.width}" width="8" height="${height}" fill="${palette.marigold[400]}"/>
    <g font-family="Fraunces" font-weight="600" fill="${palette.paper.raised}">
      <text x="${panel.margin}" y="${panel.margin + 28}" font-size="28" fill="${palette.marigold[300]}">${escaped(organisation.name)}</text>
      ${lines.map((line, index) => `<text x="${panel.margin}" y="${top + index * panel.lineHeight}" font-size="${panel.fontSize}">${escaped(line)}</text>`).join('')}
    </g>
  </svg>`
  const image = new Resvg(svg, {
    font: { fontBuffers, defaultFontFamily: 'Fraunces' },
    fitTo: { mode: 'width', value: width },
  })
  return image.render().asPng()
}
