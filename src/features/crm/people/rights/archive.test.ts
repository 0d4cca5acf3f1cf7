import { beforeEach, expect, it, vi } from 'vitest'
import { archiveOf, type HandedFile } from './archive'

// jsdom has its own Uint8Array, which TextEncoder's bytes are not.
beforeEach(() => void vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer)))

const file = (id: string, name: string, more: Partial<HandedFile> = {}) => ({
  ...{ id, name, state: 'ready' as const, ...more },
})
const handedOver = (rows: HandedFile[]) => ({
  about: 'zoe@example.org',
  name: 'Zoe',
  handed_over_at: '2026-11-26T10:00:00Z',
  parts: [{ label: 'Files', table: 'public.files', rows: rows.map((row) => ({ ...row })) }],
})

const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

/** The entries of an uncompressed ZIP archive, from the list at its end. */
async function entriesOf(archive: Blob): Promise<Record<string, string>> {
  const bytes = Buffer.from(await archive.arrayBuffer())
  const entries: Record<string, string> = {}
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 1)) {
    const size = bytes.readUInt32LE(at + 20)
    const length = bytes.readUInt16LE(at + 28)
    const start = bytes.readUInt32LE(at + 42)
    const content = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + length)
    entries[name] = bytes.toString('utf8', content, content + size)
  }
  return entries
}

it('has each file under its own name, beside the data', async () => {
  const rows = [file('a', 'Letter.pdf'), file('b', 'letter.pdf'), file('c', 'letter (2).pdf')]
  const data = handedOver([...rows, file('d', 'Zeugnis für Zoë.pdf')])
  const { archive, missing } = await archiveOf(data, ({ id }) => Promise.resolve(bytesOf(id)))
  const { 'data.json': json, ...entries } = await entriesOf(archive)
  expect(JSON.parse(json!)).toEqual(data)
  expect(entries).toEqual({
    'files/Letter.pdf': 'a',
    'files/letter (2).pdf': 'b',
    'files/letter (2) (2).pdf': 'c',
    'files/Zeugnis für Zoë.pdf': 'd',
  })
  expect(missing).toEqual([])
})

it('says which files are not in it, and why', async () => {
  const { archive, missing } = await archiveOf(
    handedOver([
      file('a', 'here.pdf'),
      file('b', 'gone.pdf'),
      file('c', 'removed.pdf', { removed_at: '2026-11-25T10:00:00Z' }),
      file('d', 'disguised.pdf', { state: 'refused' }),
      file('e', 'late.pdf', { state: 'uploading' }),
    ]),
    ({ id }) =>
      id === 'a' ? Promise.resolve(bytesOf(id)) : Promise.reject(new Error('Object not found')),
  )
  const entries = await entriesOf(archive)
  expect(Object.keys(entries)).toEqual(['data.json', 'files/here.pdf', 'missing.txt'])
  expect(missing).toEqual([
    'gone.pdf: It could not be read (Object not found).',
    'removed.pdf: It was removed and will be deleted within a day.',
    'disguised.pdf: It was not accepted.',
    'late.pdf: It has not arrived.',
  ])
  expect(entries['missing.txt']).toBe(`${missing.join('\n')}\n`)
})
