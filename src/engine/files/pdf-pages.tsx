import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TextContent } from 'pdfjs-dist/types/src/display/api.js'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import { openPdf } from './open-pdf'

const zooms = [1, 1.5, 2, 3, 4]

/**
 * The most pixels of one page; a larger page is less sharp. Safari on phones draws nothing above
 * this.
 */
const MOST_PIXELS = 16_000_000

interface PdfPagesProps {
  name: string
  blob: Blob
}

/** The pages of a PDF as pictures, each drawn when it comes near, with its text for screen readers. */
export function PdfPages({ name, blob }: PdfPagesProps) {
  const opened = useDocument(blob)
  const [step, setStep] = useState(0)
  const region = useRef<HTMLDivElement>(null)
  const zoom = zooms[step]!
  const before = useRef(zoom)

  // What was at the top, in the middle, stays there.
  useLayoutEffect(() => {
    const factor = zoom / before.current
    before.current = zoom
    const view = region.current
    if (!view) return
    view.scrollTop *= factor
    view.scrollLeft = (view.scrollLeft + view.clientWidth / 2) * factor - view.clientWidth / 2
  }, [zoom])

  if (opened instanceof Error) {
    return (
      <p>
        {opened.name === 'PasswordException'
          ? 'This PDF needs a password. Download it to open it.'
          : 'This PDF can’t be shown. You can download it.'}
      </p>
    )
  }
  if (!opened) return <Spinner label="Loading the file..." className="mx-auto my-16" />
  const { pdf, ratio } = opened
  const count = pdf.numPages
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <p className="me-auto text-sm">{count === 1 ? '1 page' : `${count} pages`}</p>
        <Button
          variant="outline"
          size="sm"
          disabled={step === 0}
          onClick={() => setStep((now) => Math.max(now - 1, 0))}
        >
          <ZoomOut aria-hidden="true" />
          Smaller
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={step === zooms.length - 1}
          onClick={() => setStep((now) => Math.min(now + 1, zooms.length - 1))}
        >
          <ZoomIn aria-hidden="true" />
          Larger
        </Button>
      </div>
      <div
        ref={region}
        role="region"
        aria-label={`Pages of ${name}`}
        // The keyboard scrolls it.
        tabIndex={0}
        className="h-[60dvh] overflow-auto rounded-control border border-line bg-paper-deep"
      >
        {/* At once also where less motion is preferred: the place in the middle is set by its size. */}
        <div className="flex flex-col gap-2 transition-none" style={{ width: `${zoom * 100}%` }}>
          {Array.from({ length: count }, (_, index) => (
            <Page key={index} pdf={pdf} number={index + 1} ratio={ratio} />
          ))}
        </div>
      </div>
    </div>
  )
}

interface Opened {
  pdf: PDFDocumentProxy
  /** The first page's height divided by its width: the space kept for pages not drawn yet */
  ratio: number
}

function useDocument(blob: Blob): Opened | Error | undefined {
  const [opened, setOpened] = useState<Opened | Error>()
  useEffect(() => {
    let isClosed = false
    const { document, close } = openPdf(blob)
    const read = async (): Promise<Opened> => {
      const pdf = await document
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
      return { pdf, ratio: height / width }
    }
    void read()
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      .then((outcome) => {
        if (!isClosed) setOpened(outcome)
      })
    return () => {
      isClosed = true
      close()
    }
  }, [blob])
  return opened
}

/** Read by hand: `getTextContent` iterates over the stream, which Safari cannot. */
async function textOf(page: PDFPageProxy): Promise<string> {
  const reader = page.streamTextContent().getReader() as ReadableStreamDefaultReader<TextContent>
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text.trim()
    for (const it of value.items) if ('str' in it) text += it.hasEOL ? `${it.str}\n` : it.str
  }
}

interface PageProps {
  pdf: PDFDocumentProxy
  number: number
  ratio: number
}

function Page({ pdf, number, ratio }: PageProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(false)
  const [width, setWidth] = useState(0)
  const [drawn, setDrawn] = useState<{ ratio: number; text?: string }>({ ratio })
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)!.isIntersecting),
      { root: box.current!.closest('[role=region]'), rootMargin: '100% 0px' },
    )
    const sizes = new ResizeObserver((entries) => setWidth(entries.at(-1)!.contentRect.width))
    for (const it of [observer, sizes]) it.observe(box.current!)
    return () => {
      for (const it of [observer, sizes]) it.disconnect()
    }
  }, [])

  useEffect(() => {
    const element = canvas.current
    if (!isNear || width === 0 || !element) return
    let isOver = false
    let drawing: RenderTask | undefined
    async function draw(target: HTMLCanvasElement) {
      const page = await pdf.getPage(number)
      if (isOver) return
      const own = page.getViewport({ scale: 1 })
      const sharp = (width * window.devicePixelRatio) / own.width
      const scale = Math.min(sharp, Math.sqrt(MOST_PIXELS / (own.width * own.height)))
      const viewport = page.getViewport({ scale })
      target.width = Math.round(viewport.width)
      target.height = Math.round(viewport.height)
      drawing = page.render({ canvas: target, viewport })
      await drawing.promise
      const text = await textOf(page)
      if (!isOver) setDrawn({ ratio: own.height / own.width, text })
    }
    draw(element).catch(() => {
      if (!isOver) setBroken(true)
    })
    return () => {
      isOver = true
      drawing?.cancel()
      // Frees its memory.
      element.width = 0
      element.height = 0
    }
  }, [isNear, pdf, number, width])

  return (
    <div ref={box} className="relative bg-white" style={{ aspectRatio: `1 / ${drawn.ratio}` }}>
      <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />
      <p className="sr-only">
        {drawn.text === '' ? `Page ${number} has no text.` : `Page ${number}. ${drawn.text ?? ''}`}
      </p>
      {isBroken && <p className="absolute inset-x-4 top-4 text-black">This page can’t be shown.</p>}
    </div>
  )
}
