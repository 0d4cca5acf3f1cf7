import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { launchOptions } from '../../tests/e2e/browser'

/** Renders the intro video from the logo animation, frame by frame. Needs ffmpeg. */
const seconds = 3.4
const framesPerSecond = 30
const size = { width: 960, height: 540 }
const maxBytes = 150_000

const root = path.join(import.meta.dirname, '../..')
const frames = await mkdtemp(path.join(tmpdir(), 'intro-video-'))
const browser = await chromium.launch(launchOptions)
try {
  const page = await browser.newPage({ viewport: size })
  await page.route('http://intro/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ path: path.join(root, pathname) })
  })
  await page.goto('http://intro/.config/intro-video/logo-animation.html')
  await page.evaluate(() => document.fonts.ready)
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    await page.evaluate(
      (time) => {
        for (const animation of document.getAnimations()) {
          animation.pause()
          animation.currentTime = time
        }
      },
      (frame * 1000) / framesPerSecond,
    )
    await page.screenshot({ path: path.join(frames, `${String(frame).padStart(4, '0')}.png`) })
  }
} finally {
  await browser.close()
}

const input = ['-y', '-v', 'error', '-framerate', `${framesPerSecond}`, '-i', `${frames}/%04d.png`]
const encodings = {
  'intro.webm': ['-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0', '-pix_fmt', 'yuv420p'],
  'intro.mp4': [
    '-c:v',
    'libx264',
    '-crf',
    '27',
    '-preset',
    'veryslow',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ],
}
for (const [name, options] of Object.entries(encodings)) {
  const file = path.join(root, 'public', name)
  const { status } = spawnSync('ffmpeg', [...input, ...options, '-an', file], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`ffmpeg could not write ${name}`)
  const { size: bytes } = await stat(file)
  if (bytes > maxBytes) throw new Error(`${name} has ${bytes} bytes, more than ${maxBytes}`)
  console.log(`${name}: ${bytes} bytes`)
}
await rm(frames, { recursive: true })
