/** The most bytes of a file; `private.largest_file` has the same. */
export const largestFile = 20 * 1024 * 1024

/** The types of files that we keep, and how their names end; `private.file_endings` has the same. */
export const fileEndings: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
}

/** Why a file is refused: the check of `files.refusal` lists the same. */
export const refusals = {
  type: 'This is not a PDF, JPEG, PNG, WebP, Word, Excel, CSV or text file.',
  pdf: 'This PDF can’t be read: it is damaged, incomplete or not a PDF. Save it again, then add it.',
  heic: 'HEIC pictures can’t be kept. Save it as a JPEG, or choose it on the phone, which converts it.',
  macros: 'It has macros or programs inside. Save it without them, or as a PDF.',
  name: 'Its name has invisible marks, or doesn’t end like what is in it.',
  metadata: 'The picture still says where and when it was taken. Add it again.',
  pixels: 'The picture has more than 100 megapixels. Make it smaller, then add it again.',
  empty: 'The file is empty.',
  too_large: 'The file is larger than 20 MB.',
  duplicate: 'This file is already here.',
} as const

export type Refusal = keyof typeof refusals
type Bytes = Uint8Array<ArrayBuffer>

/**
 * A file's type by its content, whatever its name; only `.csv` makes a text a table. What calls
 * itself a PDF never becomes a text.
 */
export async function typeOf(
  bytes: Bytes,
  name: string,
  declared = '',
): Promise<{ type: string } | { refusal: Refusal }> {
  if (bytes.length === 0) return { refusal: 'empty' }
  if (bytes.length > largestFile) return { refusal: 'too_large' }
  const found = await typeByContent(bytes, name)
  const isText = 'type' in found ? found.type.startsWith('text/') : found.refusal === 'type'
  const isNamed = /\.pdf$/i.test(name) || declared === 'application/pdf'
  return isText && (isNamed || has(bytes, 0, '%PDF-')) ? { refusal: 'pdf' } : found
}

async function typeByContent(
  bytes: Bytes,
  name: string,
): Promise<{ type: string } | { refusal: Refusal }> {
  if (isPdf(bytes)) return { type: 'application/pdf' }
  if (has(bytes, 0, '\xff\xd8\xff')) return pictureOf(bytes, 'image/jpeg')
  if (has(bytes, 0, '\x89PNG\r\n\x1a\n')) return pictureOf(bytes, 'image/png')
  if (has(bytes, 0, 'RIFF') && has(bytes, 8, 'WEBP')) return pictureOf(bytes, 'image/webp')
  if (has(bytes, 4, 'ftyp')) {
    const isHeic = /^(hei[cmsx]|hev[cmx]|mif1|msf1)$/.test(latin(bytes.subarray(8, 12)))
    return { refusal: isHeic ? 'heic' : 'type' }
  }
  if (has(bytes, 0, 'PK\x03\x04')) return officeType(bytes)
  if (!isPlainText(bytes)) return { refusal: 'type' }
  return { type: /\.csv$/i.test(name) ? 'text/csv' : 'text/plain' }
}

/**
 * A file ready for upload: of a type that we keep, pictures without metadata, and with a matching
 * name.
 */
export async function prepareFile(
  content: Blob,
  name: string,
): Promise<{ bytes: Bytes; type: string; name: string; hash: string } | { refusal: Refusal }> {
  if (content.size > largestFile) return { refusal: 'too_large' }
  const whole = new Uint8Array(await content.arrayBuffer())
  const found = await typeOf(whole, name, content.type)
  if ('refusal' in found) return found
  const bytes = withoutMetadata(whole, found.type)
  return { bytes, type: found.type, name: fileName(name, found.type), hash: await sha256(bytes) }
}

/**
 * The server's check of an uploaded file. It changes nothing: pictures with metadata are refused.
 */
export async function checkFile(
  bytes: Bytes,
  name: string,
): Promise<{ type: string; hash: string } | { refusal: Refusal }> {
  const found = await typeOf(bytes, name)
  if ('refusal' in found) return found
  if (withoutMarks(name) !== name) return { refusal: 'name' }
  const plain = withoutMetadata(bytes, found.type)
  if (plain.length !== bytes.length || plain.some((byte, place) => byte !== bytes[place])) {
    return { refusal: 'metadata' }
  }
  return { type: found.type, hash: await sha256(bytes) }
}

async function sha256(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * A name without characters that control, break or turn its line; `private.is_file_name` refuses
 * the same.
 */
const withoutMarks = (name: string) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '')

/** A name without a path or invisible marks, of at most 255 bytes, with an ending of the type. */
export function fileName(given: string, type: string): string {
  const endings = fileEndings[type] ?? []
  const plain = withoutMarks(given.normalize('NFC').replace(/^.*[/\\]/s, '')).trim()
  const dot = plain.lastIndexOf('.')
  const ending = plain.slice(dot + 1)
  const isKnown = dot > 0 && Object.values(fileEndings).flat().includes(ending.toLowerCase())
  const kept = endings.includes(ending.toLowerCase()) ? ending : endings[0]!
  const letters = [...(isKnown ? plain.slice(0, dot) : plain).trimEnd()]
  const size = (text: string) => new TextEncoder().encode(text).length
  while (size(letters.join('')) > 254 - size(kept)) letters.pop()
  return `${letters.join('').trimEnd() || 'File'}.${kept}`
}

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes)
const has = (bytes: Uint8Array, place: number, text: string) =>
  latin(bytes.subarray(place, place + text.length)) === text
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let place = 0
  for (const part of parts) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}

// PDFs

/** Readers look this far for the beginning of a PDF; mail programs and scanners write before it. */
const mostBefore = 1_024

/** Whether a PDF has a beginning, an object, and the place of its table at the end. */
function isPdf(bytes: Bytes): boolean {
  const start = latin(bytes.subarray(0, mostBefore + 5)).indexOf('%PDF-')
  if (start < 0 || (start > 0 && !isHarmless(bytes.subarray(0, start)))) return false
  const text = new TextDecoder('latin1').decode(bytes.subarray(start))
  const end = text.lastIndexOf('startxref')
  const [, table] = /^startxref\s+(\d+)\s+%%EOF/.exec(text.slice(end, end + 100)) ?? []
  return Number(table) > 0 && Number(table) < end + start && /\d\s+\d+\s+obj\b/.test(text)
}

/** What comes before a PDF makes it no page and no program. */
const isHarmless = (before: Bytes) =>
  !isPage(latin(before)) &&
  ![...programStarts, 'PK', '\xff\xd8', '\x89PNG', 'RIFF', 'GIF8'].some((known) =>
    has(before, 0, known),
  )

// Pictures

/** A browser that draws one needs four bytes for each. */
const mostPixels = 100_000_000

function pictureOf(bytes: Bytes, type: string): { type: string } | { refusal: Refusal } {
  try {
    const plain = withoutMetadata(bytes, type)
    return pixelsOf(plain, type) > mostPixels ? { refusal: 'pixels' } : { type }
  } catch {
    return { refusal: 'type' }
  }
}

/**
 * A picture without the notes of a camera or program (place, time, device, thumbnails, a film
 * behind the picture), except its orientation; any other file as it is.
 * @throws when it is no whole picture of its type
 */
export function withoutMetadata(bytes: Bytes, type: string): Bytes {
  if (type === 'image/jpeg') return plainJpeg(bytes)
  if (type === 'image/png') return plainPng(bytes)
  return type === 'image/webp' ? plainWebp(bytes) : bytes
}

/** How many pixels the header of a picture without metadata claims. */
function pixelsOf(bytes: Bytes, type: string): number {
  const view = viewOf(bytes)
  if (type === 'image/png') return view.getUint32(16) * view.getUint32(20)
  if (type === 'image/jpeg') {
    for (let place = 2; ; place += 2 + view.getUint16(place + 2)) {
      const marker = view.getUint8(place + 1)
      if (marker === 0xda) throw new Error('No frame')
      // Of any kind of frame; the others are tables.
      if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
        return view.getUint16(place + 5) * view.getUint16(place + 7)
      }
    }
  }
  const kind = latin(bytes.subarray(12, 16))
  const number = (place: number, shift: number, bits: number) =>
    (view.getUint32(place, true) >>> shift) & ((1 << bits) - 1)
  // The canvas, if the picture has several parts
  if (kind === 'VP8X') return (number(24, 0, 24) + 1) * (number(26, 8, 24) + 1)
  if (kind === 'VP8L') return (number(21, 0, 14) + 1) * (number(21, 14, 14) + 1)
  if (kind === 'VP8 ') return number(26, 0, 14) * number(26, 16, 14)
  throw new Error('No frame')
}

function plainJpeg(bytes: Bytes): Bytes {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = []
  let turn = 1
  let isScanned = false
  let place = 2
  for (;;) {
    if (view.getUint8(place) !== 0xff) throw new Error('No marker')
    const marker = view.getUint8(place + 1)
    // Bytes that fill, which have no length
    if (marker === 0xff) {
      place += 1
      continue
    }
    if (marker === 0xd9) break
    if (marker <= 1 || (marker & 0xf8) === 0xd0 || marker === 0xd8) throw new Error('No segment')
    const end = place + 2 + view.getUint16(place + 2)
    if (end > bytes.length) throw new Error('Cut')
    const segment = bytes.subarray(place, end)
    if (marker === 0xe1 && has(segment, 4, 'Exif\0\0')) turn = turnOf(segment.subarray(10))
    const isOurs =
      (marker === 0xe0 && has(segment, 4, 'JFIF\0')) ||
      (marker === 0xe2 && has(segment, 4, 'ICC_PROFILE\0')) ||
      (marker === 0xee && has(segment, 4, 'Adobe'))
    const isAbout = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
    if (isOurs || !isAbout) kept.push(segment)
    place = end
    if (marker !== 0xda) continue
    isScanned = true
    // The data of a scan ends at the first marker that is neither stuffed nor a restart.
    let next = place
    while (bytes[next] !== 0xff || bytes[next + 1] === 0 || (bytes[next + 1]! & 0xf8) === 0xd0) {
      next += 1
      if (next >= bytes.length) throw new Error('Cut')
    }
    kept.push(bytes.subarray(place, next))
    place = next
  }
  if (!isScanned) throw new Error('No picture')
  const turned = turn > 1 && turn <= 8 ? [exifOfTurn(turn)] : []
  return joined([bytes.subarray(0, 2), ...turned, ...kept, Uint8Array.of(0xff, 0xd9)])
}

/** The orientation in a TIFF header: 1 to 8. */
function turnOf(tiff: Uint8Array): number {
  try {
    const view = viewOf(tiff)
    const isLittle = has(tiff, 0, 'II')
    const first = view.getUint32(4, isLittle)
    for (let entry = 0; entry < view.getUint16(first, isLittle); entry += 1) {
      const place = first + 2 + 12 * entry
      if (view.getUint16(place, isLittle) === 0x0112) return view.getUint16(place + 8, isLittle)
    }
  } catch {
    // Broken metadata turns nothing.
  }
  return 1
}

const exifOfTurn = (turn: number) =>
  Uint8Array.from(
    `\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(turn)}\0\0\0\0\0\0`,
    (letter) => letter.charCodeAt(0),
  )

const chunksOfPng =
  /^([A-Z]..[A-Za-z]|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|pHYs|bKGD|hIST|cICP|acTL|fcTL|fdAT)$/

function plainPng(bytes: Bytes): Bytes {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 8)]
  let place = 8
  for (;;) {
    const end = place + 12 + view.getUint32(place)
    if (end > bytes.length) throw new Error('Cut')
    const name = latin(bytes.subarray(place + 4, place + 8))
    if (place === 8 && name !== 'IHDR') throw new Error('No header')
    if (chunksOfPng.test(name)) kept.push(bytes.subarray(place, end))
    if (name === 'IEND') return joined(kept)
    place = end
  }
}

function plainWebp(bytes: Bytes): Bytes {
  const view = viewOf(bytes)
  const end = 8 + view.getUint32(4, true)
  if (end > bytes.length) throw new Error('Cut')
  const kept: Uint8Array[] = []
  for (let place = 12; place < end;) {
    const name = latin(bytes.subarray(place, place + 4))
    const length = view.getUint32(place + 4, true)
    const next = place + 8 + length + (length % 2)
    if (next > end) throw new Error('Cut')
    const chunk = bytes.slice(place, next)
    // Its flags of EXIF and XMP
    if (name === 'VP8X') chunk[8]! &= ~0x0c
    if (/^(VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/.test(name)) kept.push(chunk)
    place = next
  }
  if (!kept.some((chunk) => /^(VP8[ L]|ANMF)$/.test(latin(chunk.subarray(0, 4))))) {
    throw new Error('No picture')
  }
  const whole = joined([bytes.subarray(0, 12), ...kept])
  viewOf(whole).setUint32(4, whole.length - 8, true)
  return whole
}

// Documents of Word and Excel

/** The most bytes to unpack of one file: packing twice makes nothing smaller. */
const mostUnpacked = 4 * largestFile
const deepestPackage = 3
const mostParts = 5_000

interface ZipEntry {
  name: string
  method: number
  packed: number
  place: number
}

/** Macros, or programs inside. */
class ProgramError extends Error {}

async function officeType(bytes: Bytes): Promise<{ type: string } | { refusal: Refusal }> {
  try {
    const names = entriesOf(bytes).map(({ name }) => name)
    const isWord = names.includes('word/document.xml')
    const isExcel = names.includes('xl/workbook.xml')
    if (!names.some(isContentTypes) || isWord === isExcel) return { refusal: 'type' }
    await refusePrograms(bytes, { left: mostUnpacked })
    const kind = isWord ? 'wordprocessingml.document' : 'spreadsheetml.sheet'
    return { type: `application/vnd.openxmlformats-officedocument.${kind}` }
  } catch (error) {
    return { refusal: error instanceof ProgramError ? 'macros' : 'type' }
  }
}

const isContentTypes = (name: string) => /^\[content_types\]\.xml$/i.test(name)
const programName = /(^|[/\\])(vbaproject|vbadata|oleobject|activex|macrosheets|dialogsheets)/i
const programType = /macroenabled|vbaproject|vbadata|macrosheet|dialogsheet|activex/i
const programRelation =
  /vbaproject|vbadata|macrosheet|dialogsheet|activex|oleobject|relationships\/control["']/i
/**
 * The first bytes of OLE containers, which hold macros and objects, and of programs of Windows and
 * Linux.
 */
const programStarts = ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'MZ', '\x7fELF']

/**
 * @throws ProgramError for an Office package with a program in any part, and others for anything but a whole package
 */
async function refusePrograms(bytes: Bytes, budget: Budget, depth = 0): Promise<void> {
  const entries = entriesOf(bytes)
  // Of two parts with one name Office may take the other.
  const isDouble = new Set(entries.map(({ name }) => name.toLowerCase())).size < entries.length
  if (isDouble || entries.length > mostParts || depth > deepestPackage) throw new Error('Unusual')
  // Office never puts an archive into a document.
  if (!entries.some(({ name }) => isContentTypes(name))) throw new ProgramError()
  for (const entry of entries) {
    if (programName.test(entry.name)) throw new ProgramError()
    const start = latin((await unpacked(bytes, entry, { left: 8 }, true)).subarray(0, 8))
    if (programStarts.some((known) => start.startsWith(known))) throw new ProgramError()
    if (start.startsWith('PK\x03\x04')) {
      await refusePrograms(await unpacked(bytes, entry, budget), budget, depth + 1)
    }
    const hint = isContentTypes(entry.name)
      ? programType
      : /\.rels$/i.test(entry.name)
        ? programRelation
        : undefined
    if (hint?.test(xmlText(await unpacked(bytes, entry, budget)))) throw new ProgramError()
  }
}

/** XML as Office reads it: also in UTF-16, and with letters given by their numbers. */
function xmlText(bytes: Bytes): string {
  const start = latin(bytes.subarray(0, 2))
  const isBig = start === '\xfe\xff' || start === '\0<'
  const isLittle = start === '\xff\xfe' || start === '<\0'
  const encoding = isBig ? 'utf-16be' : isLittle ? 'utf-16le' : 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes)
  const [, declared = 'utf-8'] = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)/i.exec(text) ?? []
  const isKnown = /^(utf-?8|utf-?16|us-ascii|iso-8859-1|windows-1252)$/i.test(declared)
  // Another encoding or a custom entity can hide a word.
  if (!isKnown || !/^\s*</.test(text) || /\0|<!DOCTYPE/.test(text)) throw new Error('Unusual XML')
  return text.replace(
    /&#(?:x([\da-f]+)|(\d+));/gi,
    (_whole, hex: string | undefined, decimal: string) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )
}

/** The directory of a ZIP archive, which is at its end. */
function entriesOf(bytes: Bytes): ZipEntry[] {
  const view = viewOf(bytes)
  let end = bytes.length - 22
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1
  const entries: ZipEntry[] = []
  let place = view.getUint32(end + 16, true)
  for (let entry = 0; entry < view.getUint16(end + 10, true); entry += 1) {
    if (view.getUint32(place, true) !== 0x02014b50) throw new Error('No entry')
    const nameLength = view.getUint16(place + 28, true)
    entries.push({
      name: latin(bytes.subarray(place + 46, place + 46 + nameLength)),
      method: view.getUint16(place + 10, true),
      packed: view.getUint32(place + 20, true),
      place: view.getUint32(place + 42, true),
    })
    place += 46 + nameLength + view.getUint16(place + 30, true) + view.getUint16(place + 32, true)
  }
  return entries
}

interface Budget {
  /** Bytes that may still be unpacked */
  left: number
}

/**
 * The content of an entry, within the budget.
 *
 * @throws when there is more, unless its beginning is enough
 */
async function unpacked(
  bytes: Bytes,
  { method, packed, place }: ZipEntry,
  budget: Budget,
  isBeginning = false,
): Promise<Bytes> {
  const view = viewOf(bytes)
  if (view.getUint32(place, true) !== 0x04034b50) throw new Error('No entry')
  const start = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true)
  if (method !== 0 && method !== 8) throw new Error('Unknown packing')
  const { readable, writable } =
    method === 0 ? new TransformStream<Bytes, Bytes>() : new DecompressionStream('deflate-raw')
  // A failure here is a failure below too.
  send(bytes.subarray(start, start + packed), writable).catch(() => {})
  const chunks: Bytes[] = []
  const reader = readable.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks)
    chunks.push(value)
    budget.left -= value.length
    if (budget.left >= 0) continue
    await reader.cancel()
    if (isBeginning) return joined(chunks)
    throw new Error('Too much')
  }
}

/** In small pieces, because a little can unpack to a lot. */
async function send(bytes: Bytes, to: WritableStream<Bytes>): Promise<void> {
  const size = 16 * 1024
  const writer = to.getWriter()
  for (let place = 0; place < bytes.length; place += size) {
    await writer.write(bytes.slice(place, place + size))
  }
  await writer.close()
}

// Texts

/** Text in UTF-8 or Windows-1252 that neither a browser nor a computer would run. */
function isPlainText(bytes: Bytes): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  // eslint-disable-next-line no-control-regex -- what only programs have
  if (/[\0-\x08\x0b\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/.test(text)) return false
  return !isPage(text)
}

/** A text that a browser or a computer would run. */
const isPage = (text: string) =>
  /<\s*(!doctype|!--|html|head|body|script|svg|iframe|frame|object|embed|form|style|meta|link|base|math|\?xml|\?php|%)/i.test(
    text,
  ) || /^\s*(#!|\{\\rtf|@echo|<)/i.test(text)
