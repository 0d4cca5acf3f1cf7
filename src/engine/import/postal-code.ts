import { fold } from '@/shared/lib/fold'

/** Where ZIP codes begin with a zero, which spreadsheets drop */
const withZero =
  /^(?:ct|ma|me|nh|nj|ri|vt|pr|vi|ae|connecticut|massachusetts|maine|new hampshire|new jersey|rhode island|vermont|puerto rico)$/
const unitedStates = /^(?:us|usa|united states(?: of america)?|america|)$/

interface Written {
  code: string
  /** What to check about it */
  doubt?: string
}

/**
 * A ZIP code with the zero that a spreadsheet dropped, where codes of its state begin with one, and a dash
 * before its last four digits. Any other code stays as it is; one of four digits gets a hint.
 */
export function postalCode(
  cell: string,
  { region = '', country = '' }: Readonly<Record<string, string>>,
): Written {
  const [plain = '', state = '', nation = ''] = [cell, region, country].map((text) =>
    fold(text.trim()).replaceAll('.', ''),
  )
  if (!unitedStates.test(nation)) return { code: cell }
  const [, short, rest] = /^(\d{3,5})$/.exec(plain) ?? /^(\d{3,5})-?(\d{4})$/.exec(plain) ?? []
  if (!short) return { code: cell }
  const code = [short.padStart(5, '0'), rest].filter(Boolean).join('-')
  if (short.length === 5) return { code: rest ? code : cell }
  if (withZero.test(state)) return { code, doubt: `${plain} becomes ${code}` }
  // A state of two letters, or the country, shows that it is a ZIP code.
  if (nation || /^[a-z]{2}$/.test(state)) {
    return { code: cell, doubt: `${plain} may have lost a leading zero` }
  }
  return { code: cell }
}
