import { expect, it } from 'vitest'
import {
  bytesOf,
  disguises,
  docx,
  exif,
  jpeg,
  pdf,
  png,
  pngChunk,
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

it('refuses nothing at all, a byte too much, a cut picture and a broken archive', async () => {
  expect(await typeOf(new Uint8Array(), 'a.txt')).toEqual({ refusal: 'empty' })
  const most = new Uint8Array(largestFile).fill(65)
  expect(await typeOf(most, 'a.txt')).toEqual({ type: 'text/plain' })
  const more = new Uint8Array(largestFile + 1).fill(65)
  expect(await typeOf(more, 'a.txt')).toEqual({ refusal: 'too_large' })
  expect(await prepareFile(new Blob([more]), 'a.txt')).toEqual({ refusal: 'too_large' })
  for (const whole of [jpeg(), png(), docx(), webp(vp8l)]) {
    expect(await typeOf(whole.slice(0, -3), 'a.txt')).toEqual({ refusal: 'type' })
  }
  const types = { '[Content_Types].xml': 'application/vnd.ms-word.document.macroEnabled.main+xml' }
  expect(await typeOf(docx(types), 'a.docx')).toEqual({ refusal: 'macros' })
  expect(
    await typeOf(zip({ ...types, 'xl/workbook.xml': '', 'word/document.xml': '' }), 'a'),
  ).toEqual({ refusal: 'type' })
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
