import fc from 'fast-check'

const plain = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.integer().map(String),
  fc.constantFrom(
    '',
    '+231 77 555 0101',
    '-12.5',
    '"',
    ',',
    '\r\n',
    '\n',
    ';',
    "'",
    'null',
    '-',
    '+',
  ),
)

/** Text that a spreadsheet may mistake for a formula, also after something invisible. */
const formulaLike = fc
  .tuple(
    fc.constantFrom(
      '',
      '',
      '',
      ' ',
      '\t',
      '\r',
      '\n',
      '\0',
      '"',
      '\ufeff',
      '\u200b',
      ',',
      'x;',
      'x\t',
      'a;"',
      '; ',
    ),
    fc.constantFrom('=', '+', '-', '@', '＝', '=+', '|'),
    fc.constantFrom(
      '1+1',
      'SUM(A1:A9)',
      'HYPERLINK("https://evil.example")',
      "cmd|' /C calc'!A0",
      '2',
    ),
    plain,
  )
  .map((parts) => parts.join(''))

/** A cell as people and attackers fill it. */
export const randomCell: fc.Arbitrary<string> = fc.oneof(plain, formulaLike)

/** Rows of six cells. */
export const randomTable: fc.Arbitrary<string[][]> = fc.array(
  fc.array(randomCell, { minLength: 6, maxLength: 6 }),
  { minLength: 1, maxLength: 6 },
)
