import { expect, it } from 'vitest'
import {
  bytesOf,
  disguises,
  docx,
  exif,
  jpeg,
  ole,
  pdf,
  pdfOf,
  png,
  pngChunk,
  pngOf,
  segment,
  vp8l,
  webp,
  xlsx,
  zip,
} from '../../../tests/file-samples'
import {
  checkFile,
  fileName,
  largestFile,
  prepareFile,
  typeOf,
  withoutMetadata,
} from './file-content'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

it.each([
  ['a.pdf', pdf(), 'application/pdf'],
  ['a.pdf', pdfOf('Thanks', 'Again'), 'application/pdf'],
  ['a.pdf', bytesOf('\r\n', pdfOf('Thanks'), '\0'.repeat(2_000)), 'application/pdf'],
  ['a.pdf', bytesOf('x'.repeat(1_024), pdfOf('Thanks')), 'application/pdf'],
  ['a.jpg', jpeg(), 'image/jpeg'],
  ['a.png', png(), 'image/png'],
  ['a.webp', webp(vp8l), 'image/webp'],
  ['a.docx', docx(), word],
  ['a.xlsx', xlsx({ 'xl/embeddings/Microsoft_Excel_Sheet.xlsx': 'x' }), excel],
  ['a.csv', bytesOf('name;age\r\nAda;36\r\n'), 'text/csv'],
  ['a.txt', new Uint8Array(new TextEncoder().encode('Grüße, 你好 <3 x < y')), 'text/plain'],
  ['a.txt', bytesOf('Gr\xfc\xdfe \x80 5'), 'text/plain'],
])('knows what %s is by its content', async (name, bytes, type) => {
  expect(await typeOf(bytes, name)).toEqual({ type })
  expect(await typeOf(bytes, name.replace(/\w+$/, 'csv'))).toEqual({
    type: type === 'text/plain' ? 'text/csv' : type,
  })
})

it.each(disguises.filter(({ refusal }) => refusal !== 'name'))(
  'refuses $name, which is something else: $refusal',
  async ({ name, bytes, refusal }) => {
    expect(await checkFile(bytes, name)).toEqual({ refusal })
  },
)

it('refuses an empty file, a byte too much, a cut picture and a broken archive', async () => {
  expect(await typeOf(new Uint8Array(), 'a.txt')).toEqual({ refusal: 'empty' })
  const most = new Uint8Array(largestFile).fill(65)
  expect(await typeOf(most, 'a.txt')).toEqual({ type: 'text/plain' })
  const more = new Uint8Array(largestFile + 1).fill(65)
  expect(await typeOf(more, 'a.txt')).toEqual({ refusal: 'too_large' })
  expect(await prepareFile(new Blob([more]), 'a.txt')).toEqual({ refusal: 'too_large' })
  for (const whole of [jpeg(), png(), docx(), webp(vp8l)]) {
    expect(await typeOf(whole.slice(0, -3), 'a.txt')).toEqual({ refusal: 'type' })
  }
  expect(await typeOf(docx({ 'xl/workbook.xml': '' }), 'a.docx')).toEqual({ refusal: 'type' })
  expect(await typeOf(docx({ 'Word/Document.xml': '' }), 'a.docx')).toEqual({ refusal: 'type' })
})

it.each<[string, Uint8Array<ArrayBuffer>]>([
  ['cut anywhere', pdfOf('Thanks').slice(0, 200)],
  ['cut in its last lines', pdfOf('Thanks').slice(0, -6)],
  ['with only a beginning', bytesOf('%PDF-1.7\n')],
  ['without an object', bytesOf('%PDF-1.7\n%\nstartxref\n5\n%%EOF\n')],
  ['whose table is nowhere', bytesOf('%PDF-1.7\n1 0 obj\nendobj\nstartxref\n0\n%%EOF\n')],
  ['with more before it than readers skip', bytesOf('x'.repeat(1_025), pdfOf('Thanks'))],
  ['with a page before it', bytesOf('<script>run()</script>', pdfOf('Thanks'))],
  ['with a program before it', bytesOf('MZ\x90\0', pdfOf('Thanks'))],
  ['that is a text', bytesOf('Dear Ada,\n')],
])('refuses a PDF %s, and does not keep it as a text', async (_what, bytes) => {
  expect(await typeOf(bytes, 'Letter.PDF')).toEqual({ refusal: 'pdf' })
  const declared = new Blob([bytes], { type: 'application/pdf' })
  expect(await prepareFile(declared, 'Letter')).toEqual({ refusal: 'pdf' })
})

it('keeps a text about PDFs, and a picture whatever it is called', async () => {
  const text = bytesOf('A file that begins with %PDF-1.7 is a PDF.\n')
  expect(await typeOf(text, 'a.txt')).toEqual({ type: 'text/plain' })
  expect(await prepareFile(new Blob([jpeg()]), 'Scan.pdf')).toMatchObject({ name: 'Scan.jpg' })
})

const typesOf = (type: string) => `<Types><Default Extension="bin" ContentType="${type}"/></Types>`
const macroType = typesOf('application/vnd.ms-word.document.macroEnabled.main+xml')
const utf16 = (text: string, order: 'LE' | 'BE', mark = '\ufeff') => {
  const bytes = Buffer.from(mark + text, 'utf16le')
  return order === 'LE' ? bytes : bytes.swap16()
}
const relation = (type: string) =>
  `<Relationships><Relationship Id="a" Type="http://schemas.microsoft.com/office/2006/${type}" Target="b.bin"/></Relationships>`
const withTypes = (types: string | Uint8Array) => docx({ '[Content_Types].xml': types })

it.each<[string, Uint8Array<ArrayBuffer>]>([
  ['content types', withTypes(macroType)],
  ['content types in UTF-16', withTypes(utf16(macroType, 'LE'))],
  ['content types in UTF-16 of the other order', withTypes(utf16(macroType, 'BE'))],
  ['content types in UTF-16 without a mark', withTypes(utf16(macroType, 'LE', ''))],
  ['content types with letters as numbers', withTypes(macroType.replace('roE', 'ro&#x45;'))],
  [
    'content types of an old macro sheet',
    withTypes(typesOf('application/vnd.ms-excel.macrosheet+xml')),
  ],
  [
    'a relation to a macro',
    docx({ 'word/_rels/document.xml.rels': relation('relationships/vbaProject') }),
  ],
  ['a relation to a control', docx({ 'a/_rels/b.xml.RELS': relation('relationships/control') })],
  ['an OLE container in a .bin', xlsx({ 'xl/printerSettings/printerSettings1.bin': ole })],
  ['an OLE container in a picture', docx({ 'word/media/image1.png': ole })],
  ['a program of Windows', docx({ 'word/media/image1.emf': 'MZ\x90\0' })],
  ['a package inside', docx({ 'word/embeddings/a.docx': withTypes(macroType) })],
  [
    'a package inside a package',
    xlsx({ 'xl/a.bin': docx({ 'b.xml': docx({ 'word/c.bin': ole }) }) }),
  ],
  ['an archive that is no package', docx({ 'word/a.bin': zip({ 'run.js': 'alert(1)' }) })],
])('finds macros and programs in %s', async (_where, bytes) => {
  expect(await typeOf(bytes, 'a.docx')).toEqual({ refusal: 'macros' })
})

it.each<[string, Uint8Array<ArrayBuffer>]>([
  [
    'two content types',
    zip({
      '[content_types].xml': '<Types/>',
      '[Content_Types].xml': macroType,
      'word/document.xml': '',
    }),
  ],
  [
    'content types in an encoding of their own',
    withTypes(`<?xml version="1.0" encoding="utf-7"?>${typesOf('x')}`),
  ],
  [
    'content types with entities',
    withTypes(`<!DOCTYPE a [<!ENTITY e "E">]>${typesOf('macro&e;nabled')}`),
  ],
  ['content types in UTF-32', withTypes(utf16([...macroType].join('\0'), 'LE', ''))],
  [
    'packages in packages without end',
    [1, 2, 3, 4].reduce((inside) => docx({ 'a.docx': inside }), docx()),
  ],
  [
    'a package inside that unpacks to too much',
    docx({ 'a.bin': bytesOf('PK\x03\x04', new Uint8Array(4 * largestFile)) }),
  ],
  [
    'too many parts',
    docx(Object.fromEntries(Array.from({ length: 5_000 }, (_, part) => [`a${part}`, '']))),
  ],
])('refuses an Office file with %s', async (_what, bytes) => {
  expect(await typeOf(bytes, 'a.docx')).toEqual({ refusal: 'type' })
})

it('keeps what Office adds to its files', async () => {
  const chart = xlsx({ 'xl/worksheets/sheet1.xml': '<sheet/>' })
  const printer = utf16('\\\\office\\Laser', 'LE', '')
  const link = relation('relationships/hyperlink')
  expect(
    await typeOf(
      docx({
        'word/embeddings/Microsoft_Excel_Sheet.xlsx': chart,
        'word/media/': '',
        'word/media/image1.png': png(),
        'word/_rels/document.xml.rels': link,
      }),
      'a.docx',
    ),
  ).toEqual({ type: word })
  const types = typesOf(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings',
  )
  expect(
    await typeOf(
      xlsx({
        '[Content_Types].xml': utf16(`<?xml version="1.0" encoding="UTF-16"?>${types}`, 'LE'),
        'xl/printerSettings/printerSettings1.bin': printer,
      }),
      'a.xlsx',
    ),
  ).toEqual({ type: excel })
})

/** The headers of pictures, as each format has their width and height. */
const pictures: Record<string, (width: number, height: number) => Uint8Array<ArrayBuffer>> = {
  'a PNG': pngOf,
  'a JPEG': (width, height) => jpegOf('\xff\xc0', width, height),
  'a progressive JPEG': (width, height) => jpegOf('\xff\xc2', width, height),
  'a JPEG with bytes that fill': (width, height) => jpegOf('\xff\xff\xff\xc0', width, height),
  'a WebP': (width, height) =>
    webp(bytesOf('VP8 \x0a\0\0\0\x30\0\0\x9d\x01\x2a', little(width, 2), little(height, 2))),
  'a lossless WebP': (width, height) =>
    webp(bytesOf('VP8L\x05\0\0\0\x2f', little(width - 1 + (height - 1) * 2 ** 14, 4), '\0')),
  'a WebP with a canvas': (width, height) =>
    webp(bytesOf('VP8X\x0a\0\0\0\0\0\0\0', little(width - 1, 3), little(height - 1, 3)), vp8l),
}
const little = (value: number, size: number) =>
  Uint8Array.from({ length: size }, (_, place) => Math.floor(value / 256 ** place) % 256)
function jpegOf(marker: string, width: number, height: number) {
  const [before, after] = Buffer.from(jpeg())
    .toString('latin1')
    .split('\xff\xc0\0\x0b\x08\0\x01\0\x01')
  const size = [height, width].map((side) => String.fromCharCode(side >> 8, side & 255))
  return bytesOf(before!, marker, '\0\x0b\x08', ...size, after!)
}

it.each(Object.entries(pictures))(
  'keeps %s of 100 megapixels and refuses a larger one',
  async (_what, picture) => {
    expect(await typeOf(picture(10_000, 10_000), 'a')).toHaveProperty('type')
    expect(await typeOf(picture(10_000, 10_001), 'a')).toEqual({ refusal: 'pixels' })
    expect(await typeOf(picture(16_383, 16_383), 'a')).toEqual({ refusal: 'pixels' })
  },
)

it('refuses a JPEG that hides its frame behind a marker without a length', async () => {
  const frame = bytesOf('\xff\xc0\0\x0b\x08\xea\x60\xea\x60\x01\x01\x11\0')
  // What follows the marker would be a length of 65,472 bytes.
  const rest = segment(0xfe, new Uint8Array(0xffc0 - frame.length - 4))
  for (const marker of ['\xff\x01', '\xff\xd0', '\xff\xd8']) {
    const picture = bytesOf('\xff\xd8', marker, frame, rest, jpeg().slice(2))
    expect(await typeOf(picture, 'a')).toEqual({ refusal: 'type' })
  }
})

it('refuses a name that turns or breaks its line', async () => {
  for (const mark of ['\u202e', '\u061c', '\u200f', '\u2066', '\u2028', '\u2029', '\u0085', '\n']) {
    expect(await checkFile(pdf(), `a${mark}b.pdf`)).toEqual({ refusal: 'name' })
    expect(fileName(`a${mark}b.pdf`, 'application/pdf')).toBe('ab.pdf')
  }
})

it('takes place, device and remarks from a JPEG, and keeps how to turn it', () => {
  const about = [
    exif(6),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x/>'),
    segment(0xfe, 'By Ada'),
  ]
  const plain = withoutMetadata(bytesOf(jpeg(...about), 'a film'), 'image/jpeg')
  expect(Buffer.from(plain).toString('latin1')).not.toMatch(/GPS|adobe|Ada|film/)
  expect(plain.length).toBe(jpeg().length + 36)
  expect(plain[31]).toBe(6)
  expect(withoutMetadata(plain, 'image/jpeg')).toEqual(plain)
  expect(withoutMetadata(jpeg(exif(1)), 'image/jpeg')).toEqual(jpeg())
})

it('takes remarks and dates from a PNG, and metadata from a WebP', () => {
  const about = [
    pngChunk('tEXt', 'Author\0Ada'),
    pngChunk('eXIf', 'II'),
    pngChunk('tIME', '1234567'),
  ]
  const gamma = pngChunk('gAMA', '\0\0\xb1\x8f')
  expect(withoutMetadata(bytesOf(png(gamma, ...about), 'rest'), 'image/png')).toEqual(png(gamma))
  const header = (flags: string) => bytesOf('VP8X\x0a\0\0\0', flags, '\0'.repeat(9))
  const place = bytesOf('EXIF\x03\0\0\0GPS\0')
  expect(withoutMetadata(webp(header('\x1c'), vp8l, place), 'image/webp')).toEqual(
    webp(header('\x10'), vp8l),
  )
})

it('prepares a file as the check accepts it', async () => {
  for (const [bytes, name, final] of [
    [jpeg(exif(6)), 'IMG_1.PNG', 'IMG_1.jpg'],
    [png(pngChunk('tEXt', 'Author\0Ada')), 'shot', 'shot.png'],
    [pdf(), 'C:\\letters\\Grüße 你好.PDF', 'Grüße 你好.PDF'],
  ] as const) {
    const prepared = await prepareFile(new Blob([bytes]), name)
    if ('refusal' in prepared) throw new Error(prepared.refusal)
    expect(prepared.name).toBe(final)
    expect(await checkFile(prepared.bytes, prepared.name)).toEqual({
      type: prepared.type,
      hash: prepared.hash,
    })
  }
  expect(await checkFile(jpeg(exif(6)), 'a.jpg')).toEqual({ refusal: 'metadata' })
})

it('makes a name without a path that fits', () => {
  expect(fileName('../../etc/passwd', 'text/plain')).toBe('passwd.txt')
  expect(fileName(' \u202efdp.exe\0 ', 'application/pdf')).toBe('fdp.exe.pdf')
  expect(fileName('.pdf', 'application/pdf')).toBe('.pdf.pdf')
  expect(fileName('', 'image/png')).toBe('File.png')
  for (const letter of ['a', 'ü', '你', '😀']) {
    const name = fileName(`${letter.repeat(1000)}.jpeg`, 'image/jpeg')
    expect(name).toMatch(/^.+\.jpeg$/u)
    expect(name).not.toContain('\ufffd')
    const size = new TextEncoder().encode(name).length
    expect(size).toBeLessThanOrEqual(255)
    expect(size).toBeGreaterThan(250)
  }
})
