import { formatDollars } from '@/shared/lib/format-dollars'
import { readNumber, type DecimalMark } from './formats'

/* A row that divides its amount among several funds. */

/** The columns of one part */
export interface Share {
  fund: number
  amount: number | undefined
  percent: number | undefined
}

const kinds = {
  fund: /^(?:gau allocation|allocation|fund|designation|split)(?: (\d))?(?: (?:gau|fund|name|designation))?$/,
  amount:
    /^(?:gau allocation|allocation|fund|designation|split)? ?(\d) (?:amount|amt)$|^amount (\d)$/,
  percent: /^(?:gau allocation|allocation|fund|designation|split) ?(\d) (?:percent|%)$/,
}

/** The columns of the parts, in their order; none where a row has one fund. */
export function sharesIn(header: readonly string[]): Share[] {
  const names = header.map((name) =>
    name
      .toLowerCase()
      .replace(/__c$/, '')
      .replaceAll(/[^a-z\d%]+|(?<=[a-z])(?=\d)/g, ' ')
      .trim(),
  )
  const numbered = (kind: RegExp) => {
    const found = names.flatMap((name, column) => {
      const number = kind.exec(name)
      return number ? [[number[1] ?? number[2] ?? '1', column] as const] : []
    })
    // Of two columns with one number the first one counts.
    return new Map(found.toReversed())
  }
  const [funds, amounts, percents] = [kinds.fund, kinds.amount, kinds.percent].map(numbered)
  const shares = [...funds!]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([number, fund]) => ({
      fund,
      amount: amounts!.get(number),
      percent: percents!.get(number),
    }))
  const isDivided = shares.some(
    ({ amount, percent }) => amount !== undefined || percent !== undefined,
  )
  return isDivided || shares.length > 1 ? shares : []
}

/** The parts that count while the first of their columns is the one of the fund. */
export function sharesOf(
  header: readonly string[],
  mapping: readonly (string | undefined)[],
): Share[] {
  const shares = sharesIn(header)
  return mapping[shares[0]?.fund ?? -1] === 'fund' ? shares : []
}

export const columnsOfShares = (shares: readonly Share[]): number[] =>
  shares.flatMap(({ fund, amount, percent }) =>
    [fund, amount, percent].filter((column) => column !== undefined),
  )

export interface Part {
  /** Empty where the amount is more than its parts */
  fund: string
  /** The column of the fund */
  column: number | undefined
  cents: number
}

/** The parts of a row's amount, or why it cannot be divided. */
export function partsIn(
  cells: readonly string[],
  shares: readonly Share[],
  total: number,
  mark: DecimalMark | undefined,
): Part[] | string {
  const textIn = (column: number | undefined) => (cells[column ?? -1] ?? '').trim()
  const numberIn = (column: number | undefined) =>
    textIn(column) === '' ? undefined : Number(readNumber(textIn(column).replace(/ ?%$/, ''), mark))
  const given = shares.flatMap(({ fund, amount, percent }) => {
    const [dollars, share] = [numberIn(amount), numberIn(percent)]
    const cents = dollars ? dollars * 100 : share === undefined ? undefined : (total * share) / 100
    return textIn(fund) || cents ? [{ fund: textIn(fund), column: fund, cents }] : []
  })
  const open = given.filter(({ cents }) => cents === undefined)
  if (open.length > 1) return `How much goes to ${open.map(({ fund }) => fund).join(' and ')}?`
  if (given.some(({ cents }) => Number.isNaN(cents) || (cents ?? 0) < 0)) {
    return 'The part of a fund is no amount like 62.50'
  }
  const told = given.reduce((sum, { cents = 0 }) => sum + Math.round(cents), 0)
  // Percents may leave a cent.
  const rest = total - told
  if (rest < -given.length || (open.length > 0 && rest <= 0)) {
    return 'The parts for funds are more than the amount'
  }
  const parts = given.map(({ cents = rest, ...part }) => ({ ...part, cents: Math.round(cents) }))
  const left = total - parts.reduce((sum, { cents }) => sum + cents, 0)
  if (Math.abs(left) <= given.length && parts.length > 0) parts.at(-1)!.cents += left
  else if (left > 0 && parts.length > 0)
    return [...parts, { fund: '', column: undefined, cents: left }]
  return parts
}

/** Divides amounts of a row as its parts are, to the cent. */
export function divided(
  values: Readonly<Record<string, unknown>>,
  parts: readonly Part[],
): Record<string, unknown>[] {
  const total = parts.reduce((sum, { cents }) => sum + cents, 0)
  let before = 0
  return parts.map(({ cents }) => {
    const shareOf = (value: number, of: number) => Math.round((value * 100 * of) / total)
    const share = (value: number) => (shareOf(value, before + cents) - shareOf(value, before)) / 100
    const part = Object.fromEntries(
      ['amount', 'refunded', 'exchange_value', 'original_amount'].flatMap((key) =>
        typeof values[key] === 'number' ? [[key, share(values[key])]] : [],
      ),
    )
    before += cents
    return { ...values, ...part }
  })
}

export const dividedText = (parts: readonly Part[]): string =>
  `It is divided: ${parts.map(({ fund, cents }) => `${formatDollars(cents / 100)} ${fund ? `to ${fund}` : 'without a fund'}`).join(', ')}`
