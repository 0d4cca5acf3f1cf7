import { organisation } from '../data/organisation.ts'
import { receivedKinds } from '../data/received-kinds.ts'
import { dayInWords } from '../lib/day-in-words.ts'
import { text, Unsendable, type Compose } from './mail-data.ts'

// Mails to staff about the queue. They carry nothing that a visitor typed: staff sign in to read it.

const queue = (site: string) => `${site}/form-submissions?tab=all`

const what = (kind: unknown) => {
  const known = receivedKinds[String(kind)]
  if (!known) throw new Unsendable(`Unknown kind of submission: ${String(kind)}.`)
  return known.what
}

const ending = (site: string) => ({
  text: 'Choose which emails you get, and when, on',
  link: 'your account page',
  href: `${site}/admin`,
})

/** For a new submission, or one that a colleague assigned to the reader. */
export const notice: Compose = (data, site) => {
  if (data.about === 'more') {
    return {
      subject: 'Many more submissions have arrived',
      title: 'Many more have arrived',
      preview: 'We’ve paused these emails for now. Everything is in the queue.',
      parts: [
        {
          paragraph:
            'So many arrived in the last hour that we’ve paused these emails for now. Everything is in the queue.',
        },
        { button: 'Open the queue', href: `${queue(site)}&view=waiting` },
      ],
      ending: ending(site),
    }
  }
  const kind = what(data.kind)
  const reference = text(data, 'reference')
  const isNew = data.about === 'new'
  const due = dayInWords(text(data, 'due_at'))
  return {
    subject: isNew
      ? `New ${kind} (${reference})`
      : `${data.is_cover ? 'While you cover' : 'For you'}: ${kind} ${reference}`,
    title: isNew
      ? `A new ${kind}`
      : `A ${kind} for ${data.is_cover ? 'a colleague whom you cover' : 'you'}`,
    preview: data.answered ? `Reference ${reference}.` : `We promised an answer by ${due}.`,
    parts: [
      {
        paragraph: isNew
          ? `A ${kind} has arrived.`
          : `${typeof data.by === 'string' ? data.by : 'A colleague'} assigned it to ${data.is_cover ? 'a colleague whom you cover' : 'you'}.`,
      },
      {
        facts: [
          ['Reference', reference],
          ...(data.answered ? [] : ([['Answer due', due]] as [string, string][])),
        ],
      },
      { button: 'Open it', href: `${queue(site)}&open=${text(data, 'id')}` },
    ],
    ending: ending(site),
  }
}

interface Due {
  id: string
  kind: string
  reference: string
  due_at: string
  own: boolean
}

interface Covered {
  overdue: number
  due_today: number
  tasks_overdue: number
  tasks_due_today: number
}

/** The overdue, due and new submissions and the number of due tasks, sent on the morning of a business day. */
export const digest: Compose = (data, site) => {
  const number = (name: string) => Number(data[name] ?? 0)
  const [overdue, dueToday, arrived] = [number('overdue'), number('due_today'), number('arrived')]
  const [tasksOverdue, tasksToday] = [number('tasks_overdue'), number('tasks_due_today')]
  const tasks = tasksOverdue + tasksToday
  const covering = data.covering as Covered | undefined
  const covered = covering
    ? covering.overdue + covering.due_today + covering.tasks_overdue + covering.tasks_due_today
    : 0
  const first = (data.first ?? []) as Due[]
  const made = text(data, 'day')
  const since = dayInWords(text(data, 'since'))
  const summary = [
    overdue > 0 && `${overdue.toLocaleString('en-US')} overdue`,
    dueToday > 0 && `${dueToday.toLocaleString('en-US')} due today`,
    arrived > 0 && `${arrived.toLocaleString('en-US')} new`,
    tasks > 0 && `${tasks.toLocaleString('en-US')} ${tasks === 1 ? 'task' : 'tasks'} due`,
    covered > 0 && `${covered.toLocaleString('en-US')} due where you cover`,
  ].filter(Boolean)
  const more = overdue + dueToday - first.length
  const taskParts =
    tasks > 0
      ? [
          { paragraph: 'Your tasks, and unassigned ones that you can do:' },
          {
            facts: [
              ['Overdue', tasksOverdue.toLocaleString('en-US')],
              ['Due today', tasksToday.toLocaleString('en-US')],
            ] as [string, string][],
          },
          { button: 'Open your tasks', href: `${site}/tasks` },
        ]
      : []
  const coverParts = covering
    ? [
        { paragraph: 'Of colleagues whom you cover:' },
        {
          facts: (
            [
              ['Submissions overdue', covering.overdue],
              ['Submissions due today', covering.due_today],
              ['Tasks overdue', covering.tasks_overdue],
              ['Tasks due today', covering.tasks_due_today],
            ] as const
          )
            .filter(([, total]) => total > 0)
            .map(([label, total]): [string, string] => [label, total.toLocaleString('en-US')]),
        },
        { button: 'See what you cover', href: `${site}/admin-dashboard` },
      ]
    : []
  // For staff who review nothing.
  if (overdue + dueToday + arrived === 0) {
    return {
      subject: `Today: ${summary.join(', ')}`,
      title: `Your tasks on ${dayInWords(made)}`,
      preview: `${summary.join(', ')}.`,
      parts: [
        ...taskParts,
        ...coverParts,
        {
          aside: covering
            ? 'You get this email on business days when a task is due, or something of a colleague whom you cover.'
            : 'You get this email on business days when a task is due.',
        },
      ],
    }
  }
  return {
    subject: `Today in the queue: ${summary.join(', ')}`,
    title: `The queue on ${dayInWords(made)}`,
    preview: `${summary.join(', ')}.`,
    parts: [
      {
        facts: [
          ['Overdue', overdue.toLocaleString('en-US')],
          ['Due today', dueToday.toLocaleString('en-US')],
          ['New', `${arrived.toLocaleString('en-US')} since ${since}`],
        ],
      },
      ...(first.length > 0
        ? [
            { paragraph: 'Yours and the unassigned ones, earliest due date first:' },
            {
              facts: first.map(({ id, kind, reference, due_at, own }): [string, string, string] => [
                reference,
                `${what(kind)}, ${new Date(due_at) < new Date(made) ? 'was due' : 'due'} ${dayInWords(due_at)}${own ? ', yours' : ''}`,
                `${queue(site)}&open=${id}`,
              ]),
            },
          ]
        : []),
      ...(more > 0 ? [{ paragraph: `And ${more.toLocaleString('en-US')} more.` }] : []),
      {
        button: 'Open the queue',
        href: `${queue(site)}&view=${overdue > 0 ? 'overdue' : dueToday > 0 ? 'due_today' : 'waiting'}`,
      },
      ...taskParts,
      ...coverParts,
    ],
    ending: ending(site),
  }
}

/** The rows of a list, where its tab has another name. */
const rowsOf: Readonly<Record<string, string>> = {
  '/crm?tab=donors': 'gifts',
  '/crm?tab=donors&by=donor': 'donors',
  '/form-submissions?tab=all': 'submissions',
  '/form-submissions?tab=newsletter': 'newsletter subscriptions',
  '/form-submissions?tab=partnerships': 'partnership proposals',
  '/form-submissions?tab=programs': 'program applications',
  '/form-submissions?tab=volunteers': 'volunteer applications',
}

/** The number of a saved view, on Mondays. Neither the view's name nor its search is in it. */
export const view: Compose = (data, site) => {
  const list = text(data, 'list')
  const rows = rowsOf[list] ?? new URLSearchParams(list.split('?')[1]).get('tab') ?? list.slice(1)
  const href = `${site}${list}${list.includes('?') ? '&' : '?'}saved=${text(data, 'view_id')}`
  const total = Number(data.total).toLocaleString('en-US')
  const before = typeof data.before === 'number' ? data.before.toLocaleString('en-US') : undefined
  const summary = before === undefined ? `${total} now` : `${total} now, ${before} a week ago`
  const isCover = data.is_cover === true
  const title = `${isCover ? 'While you cover: a' : 'Your'} view of ${rows.replace('-', ' ')}`
  return {
    subject: `${title}: ${summary}`,
    title,
    preview: `${summary}.`,
    parts: [
      {
        facts: [
          ['Now', total],
          ...(before === undefined ? [] : ([['A week ago', before]] as [string, string][])),
        ],
      },
      ...(before === undefined
        ? [
            {
              paragraph:
                'This is the first count of this view. Next week’s email compares with it.',
            },
          ]
        : []),
      { button: 'Open the view', href },
      {
        aside:
          'To protect people’s data, this email shows only the number. Sign in to see the view.',
      },
    ],
    ending: isCover
      ? {
          text: 'A colleague whom you cover gets this number. Until when you cover them stands on',
          link: 'Home',
          href: `${site}/admin-dashboard`,
        }
      : { text: 'Turn this email off under Views above', link: 'the list', href },
  }
}

const checks: Record<string, { title: string; remedy: string; page?: string }> = {
  doctor: {
    title: 'A check of your site found something wrong',
    remedy: 'npm run doctor has a fix for each line.',
  },
  backup: {
    title: 'The last backup did not succeed',
    remedy: 'The newest backup is now an older one. npm run backup tries again.',
  },
  faults: {
    title: 'Something failed on your site',
    remedy: 'You get this email once a day at most. Later failures are in the next one.',
    page: '/faults',
  },
}

/** To admins: a scheduled check's findings, or that something failed. */
export const warning: Compose = (data, site) => {
  const check = checks[text(data, 'check')]
  if (!check) throw new Unsendable(`Unknown check: ${String(data.check)}.`)
  const findings = Array.isArray(data.findings) ? data.findings.map(String) : []
  return {
    subject: check.title,
    title: check.title,
    preview: findings[0] ?? check.remedy,
    parts: [
      ...findings.map((finding) => ({ paragraph: finding })),
      ...(check.page
        ? [{ button: 'See the faults', href: `${site}${check.page}` }, { aside: check.remedy }]
        : [{ aside: `${check.remedy} The person who runs the site can do this.` }]),
    ],
  }
}

/** To an address that was entered for the newsletter. */
export const confirmation: Compose = (data, site) => ({
  subject: 'Please confirm your newsletter subscription',
  title: 'Would you like our newsletter?',
  preview: 'One click, and you’re subscribed.',
  headers: { 'Auto-Submitted': 'auto-replied' },
  parts: [
    {
      paragraph: `Thank you for asking for the newsletter of ${organisation.fullName}. Click to confirm.`,
    },
    {
      button: 'Confirm my subscription',
      href: `${site}/confirm-subscription#${text(data, 'token')}`,
    },
    { aside: 'The link works for seven days.' },
    {
      aside:
        'Didn’t ask for it? You can ignore this email: without your click you get no newsletter, and we delete your address after seven days.',
    },
  ],
})
