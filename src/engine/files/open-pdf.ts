import {
  getDocument,
  PDFWorker,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Where `.config/pdf-parts.ts` puts them. */
const parts = import.meta.env.DEV ? '/node_modules/pdfjs-dist' : `/assets/pdf-${version}`

/** A PDF that is being read, in a worker of its own. */
export interface OpenPdf {
  /**
   * @throws `PasswordException` of pdf.js where it is locked, and others where it is damaged
   */
  document: Promise<PDFDocumentProxy>
  close: () => void
}

/** Reads a PDF as data: no script in it runs, and none of it becomes part of our page. */
export function openPdf(blob: Blob): OpenPdf {
  const thread = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const failed = new Promise<never>((_, reject) => {
    thread.onerror = () => reject(new Error('The worker of pdf.js could not be loaded.'))
  })
  const worker = PDFWorker.create({ port: thread })
  const reading = blob.arrayBuffer().then(
    (data) =>
      getDocument({
        data,
        worker,
        cMapUrl: `${parts}/cmaps/`,
        standardFontDataUrl: `${parts}/standard_fonts/`,
        wasmUrl: `${parts}/wasm/`,
        useWasm: false,
        isEvalSupported: false,
        stopAtErrors: false,
      }).promise,
  )
  return {
    document: Promise.race([reading, failed]),
    close: () => {
      worker.destroy()
      thread.terminate()
    },
  }
}
