import zlib from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

/** Bytes of letters up to \xff. */
export const bytesOf = (...parts: (string | Uint8Array)[]): Bytes =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    ),
  )

const number = (value: number, size: 2 | 4, order: 'BE' | 'LE' = 'BE') => {
  const bytes = Buffer.alloc(size)
  if (order === 'BE') bytes.writeUIntBE(value, 0, size)
  else bytes.writeUIntLE(value, 0, size)
  return bytes
}

/** Whole, as its ends tell, but without a page. */
export const pdf = (text = 'Hello') =>
  bytesOf('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', text, '\nendobj\nstartxref\n15\n%%EOF\n')

/** A PDF with a line of text on each page, in a font that it does not embed. */
export function pdfOf(...lines: string[]): Bytes {
  const pages = lines.map((_, index) => `${4 + 2 * index} 0 R`)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.join(' ')}]/Count ${lines.length}/MediaBox[0 0 612 792]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...lines.flatMap((line, index) => {
      const drawing = `BT /F 48 Tf 72 600 Td (${line}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + 2 * index} 0 R>>`,
        `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.7\n'
  const starts = objects.map((object, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join('')}`
  return bytesOf(
    `${text}${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

/** A segment of a JPEG. */
export const segment = (marker: number, ...content: (string | Uint8Array)[]) => {
  const body = bytesOf(...content)
  return bytesOf(Uint8Array.of(0xff, marker), number(body.length + 2, 2), body)
}

/** From a rotated camera, with a place. */
export const exif = (turn: number) =>
  segment(
    0xe1,
    ...['Exif\0\0II\x2a\0\x08\0\0\0\x02\0', '\x12\x01\x03\0\x01\0\0\0', number(turn, 4, 'LE')],
    ...['\x25\x88\x04\0\x01\0\0\0\x26\0\0\0', '\0\0\0\0', 'GPS 41.8781 N 87.6298 W'],
  )

/** The frame of a JPEG: it need not show anything. */
export const jpeg = (...about: Uint8Array[]) =>
  bytesOf(
    '\xff\xd8',
    ...about,
    segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    segment(0xdb, '\0', new Uint8Array(64).fill(1)),
    segment(0xc0, '\x08\0\x01\0\x01\x01\x01\x11\0'),
    segment(0xda, '\x01\x01\0\0\x3f\0'),
    '\x12\xff\0\x34\xff\xd0\x56',
    '\xff\xd9',
  )

export const pngChunk = (name: string, content: string | Uint8Array = '') => {
  const body = bytesOf(content)
  return bytesOf(number(body.length, 4), name, body, number(zlib.crc32(bytesOf(name, body)), 4))
}

/** A picture of one pixel. */
export const png = (...about: Uint8Array[]) =>
  bytesOf(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', '\0\0\0\x01\0\0\0\x01\x08\0\0\0\0'),
    ...about,
    pngChunk('IDAT', zlib.deflateSync(Uint8Array.of(0, 128))),
    pngChunk('IEND'),
  )

/** A WebP of these chunks. */
export function webp(...chunks: Uint8Array[]): Bytes {
  const content = bytesOf('WEBP', ...chunks)
  return bytesOf('RIFF', number(content.length, 4, 'LE'), content)
}

/** The picture of a WebP. */
export const vp8l = bytesOf('VP8L\x05\0\0\0\x2f\0\0\0\0\0')

/** A ZIP archive of texts and bytes by their names. */
export function zip(texts: Record<string, string | Uint8Array>): Bytes {
  const local: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let place = 0
  for (const [name, text] of Object.entries(texts)) {
    const content = bytesOf(text)
    const packed = zlib.deflateRawSync(content)
    const about = bytesOf(
      ...['\x14\0\0\0\x08\0\0\0\0\0', number(zlib.crc32(content), 4, 'LE')],
      ...[number(packed.length, 4, 'LE'), number(content.length, 4, 'LE')],
      ...[number(name.length, 2, 'LE'), '\0\0'],
    )
    const entry = bytesOf('PK\x03\x04', about, name, packed)
    local.push(entry)
    directory.push(
      bytesOf('PK\x01\x02\x14\0', about, new Uint8Array(10), number(place, 4, 'LE'), name),
    )
    place += entry.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = number(local.length, 2, 'LE')
  const end = [
    'PK\x05\x06\0\0\0\0',
    count,
    count,
    number(size, 4, 'LE'),
    number(place, 4, 'LE'),
    '\0\0',
  ]
  return bytesOf(...local, ...directory, ...end)
}

const contentTypes = '<Types><Override ContentType="application/vnd.openxmlformats"/></Types>'
export const docx = (more: Record<string, string | Uint8Array> = {}) =>
  zip({ '[Content_Types].xml': contentTypes, 'word/document.xml': '<w:document/>', ...more })
export const xlsx = (more: Record<string, string | Uint8Array> = {}) =>
  zip({ '[Content_Types].xml': contentTypes, 'xl/workbook.xml': '<workbook/>', ...more })

/** The first bytes of an OLE container, which holds Office's macros and objects. */
export const ole = bytesOf('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '\0'.repeat(504))

/** A PNG whose header claims this many pixels. */
export function pngOf(width: number, height: number): Bytes {
  const picture = png()
  picture.set(bytesOf(number(width, 4), number(height, 4)), 16)
  return picture
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const page = '<!DOCTYPE html><html><script>alert(1)</script></html>'

/** Files that are not what they look like, and why each is refused. */
export const disguises: { name: string; bytes: Bytes; refusal: string }[] = [
  { name: 'picture.png', bytes: bytesOf(svg), refusal: 'type' },
  { name: 'letter.pdf', bytes: bytesOf('\xef\xbb\xbf\n', page), refusal: 'pdf' },
  { name: 'notes.txt', bytes: bytesOf('Dear all,\n\n', page), refusal: 'type' },
  { name: 'table.csv', bytes: bytesOf('name,age\nAda,', svg), refusal: 'type' },
  {
    name: 'invoice.pdf',
    bytes: bytesOf('MZ\x90\0\x03\0\0\0\x04\0', '\0'.repeat(50)),
    refusal: 'pdf',
  },
  { name: 'photo.jpg', bytes: bytesOf('\x7fELF\x02\x01\x01\0', '\0'.repeat(50)), refusal: 'type' },
  { name: 'run.txt', bytes: bytesOf('#!/bin/sh\nrm -rf /\n'), refusal: 'type' },
  {
    name: 'report.docx',
    bytes: docx({ 'word/vbaProject.bin': 'Sub AutoOpen()' }),
    refusal: 'macros',
  },
  { name: 'budget.xlsx', bytes: xlsx({ 'xl/macrosheets/sheet1.xml': 'x' }), refusal: 'macros' },
  { name: 'hidden.docx', bytes: docx({ 'word/media/image1.bin': ole }), refusal: 'macros' },
  { name: 'bomb.png', bytes: pngOf(60_000, 60_000), refusal: 'pixels' },
  {
    name: 'program.docx',
    bytes: zip({ 'META-INF/MANIFEST.MF': 'Main-Class: Evil' }),
    refusal: 'type',
  },
  { name: 'shot.jpg', bytes: bytesOf('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), refusal: 'heic' },
  { name: 'old.jpg', bytes: bytesOf('\xff\xd8\xff/*', page), refusal: 'type' },
  { name: 'holiday.jpg', bytes: bytesOf(jpeg(), 'PK\x03\x04', page), refusal: 'metadata' },
  { name: 'script.pdf', bytes: bytesOf('function run() { return 1 }\n'), refusal: 'pdf' },
  { name: 'script.docx', bytes: bytesOf('function run() { return 1 }\n'), refusal: 'name' },
  { name: 'cut.pdf', bytes: pdfOf('Thanks').slice(0, -30), refusal: 'pdf' },
  { name: 'cut.txt', bytes: pdfOf('Thanks').slice(0, -30), refusal: 'pdf' },
  { name: 'page.pdf', bytes: bytesOf(page, pdfOf('Thanks')), refusal: 'pdf' },
]
