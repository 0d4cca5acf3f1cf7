import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { organisation } from '../../src/shared/data/organisation'
import { palette } from '../../src/shared/data/palette'
import { launchOptions } from '../../tests/e2e/browser'

/**
 * Renders the intro video and the social image from the logo animation, and the icons from the
 * favicon. Needs ffmpeg.
 */
/** The opening takes 2.5 seconds, including 0.8 to fade. */
const seconds = 1.3
const framesPerSecond = 30
const maxVideoBytes = 150_000

const root = path.join(import.meta.dirname, '../..')
const publicFile = (name: string) => path.join(root, 'public', name)

async function openAnimation(page: Page): Promise<void> {
  await page.route('http://brand/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ path: path.join(root, pathname) })
  })
  await page.goto('http://brand/.config/brand/logo-animation.html')
  const { forest, marigold, paper } = palette
  const tokens = {
    '--forest-100': forest[100],
    '--forest-800': forest[800],
    '--marigold-300': marigold[300],
    '--marigold-400': marigold[400],
    '--paper-raised': paper.raised,
  }
  await page.evaluate(
    async ({ name, kind, tokens }) => {
      for (const [token, color] of Object.entries(tokens)) {
        document.documentElement.style.setProperty(token, color)
      }
      document.querySelector('h1')!.textContent = name
      document.querySelector('p')!.textContent = kind
      await document.fonts.ready
    },
    { ...organisation, tokens },
  )
}

function seek(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = time
    }
  }, milliseconds)
}

async function renderVideo(page: Page): Promise<void> {
  const frames = await mkdtemp(path.join(tmpdir(), 'intro-video-'))
  await page.setViewportSize({ width: 960, height: 540 })
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    await seek(page, (frame * 1000) / framesPerSecond)
    await page.screenshot({ path: path.join(frames, `${String(frame).padStart(4, '0')}.png`) })
  }
  const input = ['-framerate', `${framesPerSecond}`, '-i', `${frames}/%04d.png`, '-an']
  // The ground of the video is the page's own color.
  const colors = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-color_range', 'tv']
  for (const kind of ['colorspace', 'color_primaries', 'color_trc'])
    colors.push(`-${kind}`, 'bt709')
  const encodings = {
    'intro.webm': ['-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0'],
    'intro.mp4': [
      '-c:v',
      'libx264',
      '-crf',
      '27',
      '-preset',
      'veryslow',
      '-movflags',
      '+faststart',
    ],
  }
  for (const [name, options] of Object.entries(encodings)) {
    const file = publicFile(name)
    const command = [
      ...['-y', '-v', 'error', ...input, ...colors, ...options],
      ...['-pix_fmt', 'yuv420p', file],
    ]
    if (spawnSync('ffmpeg', command, { stdio: 'inherit' }).status !== 0) {
      throw new Error(`ffmpeg could not write ${name}`)
    }
    const { size } = await stat(file)
    if (size > maxVideoBytes) throw new Error(`${name} has ${size} bytes, over ${maxVideoBytes}`)
  }
  await rm(frames, { recursive: true })
}

async function renderIcons(page: Page): Promise<void> {
  const icon = await readFile(publicFile('favicon.svg'), 'utf8')
  const render = async (size: number) => {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${icon}`)
    return page.screenshot({ omitBackground: true })
  }
  for (const [name, size] of [
    ['icon-192.png', 192],
    ['icon-512.png', 512],
    ['apple-touch-icon.png', 180],
  ] as const) {
    await writeFile(publicFile(name), await render(size))
  }
  await writeFile(publicFile('favicon.ico'), asIco(await render(32), 32))
}

/** An ICO file with one square PNG; `size` is in pixels, below 256. */
function asIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // color planes
  header.writeUInt16LE(32, 12) // bits a pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

const browser = await chromium.launch(launchOptions)
try {
  const page = await browser.newPage()
  await openAnimation(page)
  await renderVideo(page)
  await page.setViewportSize({ width: 1200, height: 630 })
  await seek(page, 3_000)
  await page.screenshot({ path: publicFile('social-image.png') })
  await renderIcons(page)
} finally {
  await browser.close()
}
