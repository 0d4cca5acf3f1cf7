import { organisation } from '../data/organisation.ts'
import { Unsendable, type Compose } from './mail-data.ts'

interface Ending {
  name: string
  version: string | null
  /** A day, like 2027-01-05 */
  until: string
}

interface EndingInProgram extends Ending {
  program: string
  program_id: string
  kind: 'mentors' | 'trainers'
  people: number
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = ({ until }: Ending) => day.format(new Date(until))
const labelOf = ({ name, version }: Ending) => (version ? `${name}, version ${version}` : name)

function itemsOf<Item extends Ending>(data: Record<string, unknown>): readonly Item[] {
  const items = (data.items ?? []) as readonly Item[]
  if (items.length === 0) throw new Unsendable('The mail names nothing that ends.')
  if (items.some(({ name, until }) => !name || !until)) {
    throw new Unsendable('The mail lacks a name or an end.')
  }
  return items
}

/** To a mentor or trainer: what they have to renew. */
export const clearanceEnding: Compose = (data) => {
  const items = itemsOf(data)
  const first = items[0]!
  const isOne = items.length === 1
  return {
    subject: isOne
      ? `Please renew by ${dayOf(first)}: ${labelOf(first)}`
      : `Please renew ${items.length} of your clearances`,
    title: 'Something ends soon',
    preview: `${labelOf(first)} is good until ${dayOf(first)}.`,
    parts: [
      {
        paragraph:
          'Thank you for your time with us. So that you can stay in our programs, please renew this before it ends.',
      },
      { facts: items.map((item): [string, string] => [labelOf(item), `until ${dayOf(item)}`]) },
      {
        paragraph: 'Did you renew it already? Reply to this email with a copy, and we’ll enter it.',
      },
      { aside: `Questions? Just reply to this email, or call ${organisation.phone}.` },
    ],
  }
}

/** To the manager of programs: numbers, no names. */
export const clearancesEnding: Compose = (data, site) => {
  const items = itemsOf<EndingInProgram>(data)
  const whom = ({ people, kind }: EndingInProgram) =>
    people === 1 ? `1 ${kind.replace(/s$/, '')}` : `${people} ${kind}`
  return {
    subject: 'Clearances in your programs end soon',
    title: 'Clearances end soon',
    preview: `${labelOf(items[0]!)}: until ${dayOf(items[0]!)}.`,
    parts: [
      {
        paragraph:
          'In your programs something ends soon. We told the people themselves, where we have their email address.',
      },
      {
        facts: items.map((item): [string, string] => [
          `${item.program}: ${labelOf(item)}`,
          `${whom(item)}, until ${dayOf(item)}`,
        ]),
      },
      { button: 'See who it is', href: `${site}/clearances` },
    ],
  }
}
