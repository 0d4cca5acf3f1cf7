import { text, Unsendable, type Compose } from './mail-data.ts'

// Mails about concerns: a number and a link. They never have a concern's text or the child's name.

interface Words {
  subject: string
  told: string
  button: string
  /** The page, from the site on */
  page: string
}

const reported = (data: Record<string, unknown>, subject: string, told: string): Words => ({
  subject: `${data.is_danger === true ? 'Danger now: ' : ''}${subject}`,
  told,
  button: 'Open the concern',
  page: `/concerns?open=${text(data, 'id')}`,
})

const kinds: Readonly<Record<string, (data: Record<string, unknown>) => Words>> = {
  new: (data) =>
    reported(
      data,
      `A concern was reported (${text(data, 'reference')})`,
      'Someone reported a concern about a child. Please open it and acknowledge it, so that the reporter knows.',
    ),
  reminder: (data) =>
    reported(
      data,
      `A concern waits for you (${text(data, 'reference')})`,
      'Nobody has acknowledged this concern about a child. Please open it now.',
    ),
  unread: (data) => ({
    subject: `No lead can read a concern (${text(data, 'reference')})`,
    told: 'No safeguarding lead can read this concern at the moment. If you reported it, please call: the page says whom. If you are an admin, please add a lead.',
    button: 'Open the page',
    page: '/report-a-concern',
  }),
  no_lead: () => ({
    subject: 'No safeguarding lead can sign in',
    told: 'Nobody can report a concern about a child at the moment, because no safeguarding lead can sign in and get email. Please add another lead.',
    button: 'Open the leads',
    page: '/concerns',
  }),
  lead_added: (data) => ({
    subject: 'A safeguarding lead was added',
    told: `${name(data)} now gets concerns about children, and can read all earlier ones except those whose reporter left them out.`,
    button: 'See the leads',
    page: '/concerns',
  }),
  lead_removed: (data) => ({
    subject: 'A safeguarding lead was removed',
    told: `${name(data)} no longer gets concerns about children and can’t read them.`,
    button: 'See the leads',
    page: '/concerns',
  }),
}

/** Without a name after the account was erased. */
const name = ({ by }: Record<string, unknown>) => (typeof by === 'string' ? by : 'A colleague')

/** To safeguarding leads and admins, and to a reporter whose concern nobody can read. */
export const concern: Compose = (data, site) => {
  const words = kinds[text(data, 'about')]?.(data)
  if (!words) throw new Unsendable(`Unknown mail about concerns: ${String(data.about)}.`)
  return {
    subject: words.subject,
    title: words.subject,
    preview: words.told,
    parts: [
      { paragraph: words.told },
      { button: words.button, href: `${site}${words.page}` },
      {
        aside: 'To protect the child, this email says nothing about them. Sign in to read more.',
      },
    ],
  }
}
