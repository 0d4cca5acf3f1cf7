import { text, Unsendable, type Compose } from './mail-data.ts'

// Mails about colleagues who are away or leave: names of colleagues, days and numbers, and nothing of their work.

const ofDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (data: Record<string, unknown>, key: string) =>
  ofDay.format(new Date(text(data, key)))

/** Without a name after the account was erased. */
const nameOf = ({ by }: Record<string, unknown>) => (typeof by === 'string' ? by : 'A colleague')

/** To the absent and the cover, when a cover is agreed or ends. */
export const cover: Compose = (data, site) => {
  const name = nameOf(data)
  const days = `from ${dayOf(data, 'starts_on')} to ${dayOf(data, 'ends_on')}`
  const isCover = data.is_cover === true
  const about = text(data, 'about')
  if (about !== 'begun' && about !== 'ended') {
    throw new Unsendable(`Unknown mail about a cover: ${about}.`)
  }
  const [subject, told] =
    about === 'begun'
      ? isCover
        ? [
            `You cover for ${name}`,
            `${name} is away ${days}, and you cover. Their open submissions and tasks that you may read are under “Covering” at home, in the queue and among the tasks. Their notices come to you, too. Nothing is reassigned.`,
          ]
        : [
            `${name} covers for you`,
            `An admin noted that you are away ${days}. ${name} looks after your work. Nothing is reassigned.`,
          ]
      : isCover
        ? [`You no longer cover for ${name}`, `The cover for ${name} ${days} has ended.`]
        : [
            `${name} no longer covers for you`,
            `The cover by ${name} ${days} has ended. If you are still away, choose someone else on your account page.`,
          ]
  return {
    subject,
    title: subject,
    preview: told,
    parts: [
      { paragraph: told },
      isCover && about === 'begun'
        ? { button: 'Open the tasks', href: `${site}/tasks` }
        : { button: 'Open your account', href: `${site}/admin` },
    ],
  }
}

/** One and many of each kind of work, and the page that lists it. */
const kinds: Readonly<Record<string, readonly [string, string, string]>> = {
  submissions: ['Submissions', 'Open the queue', '/form-submissions?tab=all&view=mine'],
  tasks: ['Tasks', 'Open your tasks', '/tasks'],
  programs: ['Programs that you now manage', 'Open the programs', '/crm?tab=programs'],
  matches: ['Matches that you now supervise', 'Open the programs', '/crm?tab=programs'],
  views: ['Shared views', 'Open the CRM', '/crm'],
  campaigns: ['Campaigns that go out in your name', 'Open the campaigns', '/crm?tab=campaigns'],
}

/** To each heir of a colleague who left, with the number of things of each kind. */
export const handed: Compose = (data, site) => {
  const items = Object.entries((data.items ?? {}) as Record<string, number>)
  const facts = items.flatMap(([kind, total]): [string, string][] =>
    kinds[kind] ? [[kinds[kind][0], total.toLocaleString('en-US')]] : [],
  )
  if (facts.length === 0) throw new Unsendable('The mail names no work.')
  const total = items.reduce((sum, [, one]) => sum + one, 0).toLocaleString('en-US')
  const [, button, page] = kinds[items[0]![0]]!
  const name = nameOf(data)
  return {
    subject: `Work that you take over: ${total}`,
    title: 'Work that you take over',
    preview: `${name} has left, and you take over ${total}.`,
    parts: [
      { paragraph: `${name} has left the team. You take over:` },
      { facts },
      { button, href: `${site}${page}` },
    ],
  }
}
