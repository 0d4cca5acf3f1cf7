/*
 * The files of a foundation that moves in: donors with addresses, five years of gifts, and pledges.
 * The same number of donors gives the same files.
 */

const first = ['Ada', 'Bao', 'Cleo', 'Dede', 'Émile', 'Fatu', 'Grace', 'Hal', 'Iris', 'José']
const last = ['Akins', 'Brandt', 'Cole', "D'Arcy", 'Eder', 'Flomo', 'Gray', 'Hale', 'Ito', 'Jones']
const funds = ['School meals', 'Science lab', 'Where needed most']
const methods = ['Check', 'Cash', 'ACH', 'Credit Card']
export const years = [2021, 2022, 2023, 2024, 2025] as const
const GIFTS = 5

interface Moved {
  /** Gifts with the addresses of their donors, as Excel saves them: semicolons, no zero before a ZIP code */
  gifts: string
  pledges: string
  /** The names of the donors without an email, who get their receipts on paper */
  onPaper: readonly string[]
  /** Cents of all gifts */
  given: number
  /** Cents of all pledges */
  promised: number
  pledgeCount: number
}

/** Each name is of one donor: a number in words comes after it. */
const nameOf = (at: number) =>
  [
    first[at % 10],
    String.fromCodePoint(65 + (Math.floor(at / 100) % 26)),
    last[Math.floor(at / 10) % 10],
  ]
    .concat(at >= 2600 ? [`${Math.floor(at / 2600) + 1}nd`] : [])
    .join(' ')

const dollars = (cents: number) =>
  `$${Math.floor(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')} `

const line = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => (/[;"]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(';')}\r\n`

/** @param donors up to 2,600 */
export function movingIn(donors: number): Moved {
  let gifts = '\uFEFFGifts of the old office\r\n'
  gifts += line([
    'Constituent Name',
    'E-Mail',
    'Address1',
    'Address2',
    'City',
    'ST',
    'Zip',
    'Gift Amt',
    'Gift Date',
    'Fund Desc',
    'Pmt Method',
    'Check #',
  ])
  let pledges = line([
    'Donor',
    'Email',
    'Pledge Amount',
    'Pledge Date',
    'Installments',
    'Frequency',
    'First due',
    'Fund',
  ])
  const onPaper: string[] = []
  let [given, promised, pledgeCount] = [0, 0, 0]
  for (let at = 0; at < donors; at += 1) {
    const name = nameOf(at)
    const email = at % 3 === 0 ? '' : `donor${at}@moving.example`
    if (email === '') onPaper.push(name)
    const isNear = at % 2 === 0
    const zip = isNear ? 2101 + (at % 90) : 78_701 + (at % 40)
    for (let gift = 0; gift < GIFTS; gift += 1) {
      const cents = 1000 + ((at * 37 + gift * 811) % 250_000)
      given += cents
      gifts += line([
        ...[name, email, `${at + 1} Elm St`, at % 5 === 0 ? `Apt ${(at % 7) + 1}` : ''],
        ...(isNear ? ['Boston', 'MA', zip] : ['Austin', 'TX', zip]),
        ...[dollars(cents), `${(at % 12) + 1}/${(at % 28) + 1}/${years[gift]!}`],
        ...[funds[(at + gift) % 3]!, methods[at % 4]!, at % 4 === 0 ? 1000 + gift : ''],
      ])
    }
    if (at % 7 === 0) {
      const cents = 120_000 + at * 100
      promised += cents
      pledgeCount += 1
      pledges += line([
        name,
        email,
        dollars(cents),
        '11/15/2025',
        12,
        'Monthly',
        '1/31/2026',
        funds[at % 3]!,
      ])
    }
  }
  gifts += line(['Total', '', '', '', '', '', '', dollars(given), '', '', '', ''])
  return { gifts, pledges, onPaper, given, promised, pledgeCount }
}
