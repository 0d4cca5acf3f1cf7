import { describe, expect, it } from 'vitest'
import { MAX_BYTES, readCsv, UnreadableFileError } from './read-csv'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) {
    bytes.setUint16(at * 2, text.charCodeAt(at), isLittle)
  }
  return new Uint8Array(bytes.buffer)
}
const read = (bytes: Uint8Array) => {
  const { top: _, ...table } = readCsv(bytes, ['name', 'city'])
  return table
}
const text = 'Name,City\r\nRenée,Łódź\r\n'
const expected = { header: ['Name', 'City'], headerRow: 1, rows: [['Renée', 'Łódź']] }

describe('readCsv', () => {
  it.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${text}`)],
    ['UTF-16, as Excel saves "Unicode text"', utf16(`\ufeff${text.replaceAll(',', '\t')}`, true)],
    ['UTF-16 of big computers', utf16(`\ufeff${text}`, false)],
    ['UTF-16 without a byte order mark', utf16(text, true)],
    ['UTF-16 of big computers without one', utf16(text, false)],
    ['semicolons', utf8(text.replaceAll(',', ';'))],
    ['tabs', utf8(text.replaceAll(',', '\t'))],
    ['bars', utf8(text.replaceAll(',', '|'))],
    ['a separator that is named', utf8(`sep=;\r\n${text.replaceAll(',', ';')}`)],
    ['lines that end as on Unix', utf8(text.replaceAll('\r', ''))],
    ['lines that end as on an old Macintosh', utf8(text.replaceAll('\n', ''))],
    ['empty rows at its end', utf8(`${text},\r\n;\r\n`.replace(';', ''))],
  ])('reads a file with %s', (_, bytes) => {
    expect(read(bytes)).toEqual(expected)
  })

  it('reads windows-1252, in which most of Excel saves', () => {
    expect(read(Uint8Array.of(...utf8('name;city\nRen'), 0xe9, ...utf8('e;x'))).rows).toEqual([
      ['Renée', 'x'],
    ])
  })

  it('reads Mac Roman, in which Excel saves on a Mac, unless asked for the other', () => {
    const bytes = Uint8Array.of(
      ...utf8('name,city\rJos'),
      0x8e,
      ...utf8(',Mu'),
      0x96,
      ...utf8('oz'),
    )
    expect(read(bytes)).toMatchObject({
      rows: [['José', 'Muñoz']],
      letters: { encoding: 'macintosh', texts: { macintosh: 'José' } },
    })
    expect(readCsv(bytes, ['name'], { encoding: 'windows-1252' }).rows).not.toEqual([
      ['José', 'Muñoz'],
    ])
  })

  it('knows Mac Roman by its letters, whatever its quotation marks', () => {
    // “Éric” O’Dea
    const bytes = Uint8Array.of(
      ...utf8('name,city\r'),
      ...[0xd2, 0x83, ...utf8('ric'), 0xd3, ...utf8(' O'), 0xd5, ...utf8('Dea,x')],
    )
    expect(read(bytes)).toMatchObject({ rows: [['“Éric” O’Dea', 'x']] })
  })

  it.each([
    ['DOS', [...utf8('Jos'), 0x82, 0x3b, ...utf8('Mu'), 0xa4, ...utf8('oz')], ['José', 'Muñoz']],
    ['DOS', [...utf8('J'), 0x81, ...utf8('rgen;Gro'), 0xe1], ['Jürgen', 'Groß']],
    [
      'Windows',
      [...utf8('Andr'), 0xe9, ...utf8('s;M'), 0xfc, ...utf8('ller')],
      ['Andrés', 'Müller'],
    ],
    [
      'Windows in Poland',
      [0xa3, 0xf3, 0x64, 0x9f, ...utf8(';Wa'), 0xb3, 0xea, ...utf8('sa')],
      ['Łódź', 'Wałęsa'],
    ],
    ['a Mac', [...utf8('Chlo'), 0x8e, ...utf8(';Lef'), 0x8f, ...utf8('vre')], ['Chloé', 'Lefèvre']],
  ])('knows the letters of %s: %j', (_, cells, row) => {
    expect(read(Uint8Array.of(...utf8('name;city\n'), ...cells)).rows).toEqual([row])
  })

  it.each([
    ['with separators', '"Account:";"103 / Gifts"\n"From:";"01.10.2026"\n""\n', 4],
    ['without', 'Statement of account\n\n', 3],
    ['none', '', 1],
  ])('finds the header below lines above it: %s', (_, above, headerRow) => {
    const table = 'Day;Name;For;Amount\n05.10.2026;Ada;Roof, all of it;"1,50"\n;Total;;"1,50"\n'
    expect(read(utf8(above + table))).toMatchObject({
      headerRow,
      header: ['Day', 'Name', 'For', 'Amount'],
      rows: [
        ['05.10.2026', 'Ada', 'Roof, all of it', '1,50'],
        ['', 'Total', '', '1,50'],
      ],
    })
  })

  it('keeps separators, quotes and line breaks inside a cell, and counts empty rows', () => {
    expect(read(utf8('Name,City\n"a ""b"", c","d\ne"\n,\n f ,;')).rows).toEqual([
      ['a "b", c', 'd\ne'],
      [],
      [' f ', ';'],
    ])
  })

  it('removes the apostrophes of our own export, and keeps others', () => {
    expect(read(utf8("name,city\n'=1+1,'x")).rows).toEqual([['=1+1', "'x"]])
    expect(read(utf8("Name,Town\n'=1+1,'x")).rows).toEqual([["'=1+1", "'x"]])
  })

  it.each([
    ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0), /save the sheet as a CSV file/],
    ['a picture', Uint8Array.of(0x89, 0x50, 0, 0), /not a text file/],
    ['nothing in it', utf8(''), /first row is empty/],
    ['only names', utf8('name,city\n'), /no rows/],
    ['a quote that is never closed', utf8('name,city\n"a,b\nc,d'), /row 2 a quotation mark/],
    ['text behind a closed quote', utf8('name,city\nx,y\n"a"b,c\n'), /row 3 a quotation mark/],
    ['50,001 rows', utf8(`name,city\n${'a,b\n'.repeat(50_001)}`), /more than 50,000 rows/],
    ['more than 40 MB', new Uint8Array(MAX_BYTES + 1), /larger than 40 MB/],
  ])('rejects a file with %s', (_, bytes, reason) => {
    expect(() => read(bytes)).toThrow(UnreadableFileError)
    expect(() => read(bytes)).toThrow(reason)
  })
})
