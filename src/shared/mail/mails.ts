import {
  exchangeStatements,
  hasExchange,
  issuer,
  type ReceiptLine,
  type WordsOnReceipt,
} from '../data/gift-receipt.ts'
import { organisation, timeToAccept } from '../data/organisation.ts'
import { receivedKinds } from '../data/received-kinds.ts'
import { dayInWords } from '../lib/day-in-words.ts'
import { formatDollars } from '../lib/format-dollars.ts'
import { fillIn } from '../lib/merge-fields.ts'
import { consent } from './consents.ts'
import { renderMail } from './layout.ts'
import { exampleGifts, giftsInWords, type GiftValues } from './campaign-fields.ts'
import { text, Unsendable, type ClaimedMail, type Compose, type Message } from './mail-data.ts'
import { clearanceEnding, clearancesEnding } from './clearances.ts'
import { concern } from './concerns.ts'
import { confirmation, digest, notice, view, warning } from './notices.ts'
import { destinationInWords } from '../lib/gift-destination.ts'
import { amountInWords } from '../lib/pledge-words.ts'
import { programName, seat } from './seats.ts'
import { secondFactor } from './second-factor.ts'
import { cover, handed } from './team.ts'

interface Urls {
  /** The addresses of the site and of the backend's functions, without a slash at the end. */
  site: string
  functions: string
  /** The payment provider's page for donors. */
  portal?: string | undefined
}

/**
 * The message of a row of the outbox.
 *
 * @throws Unsendable when its data lacks something
 */
export function composeMail(mail: ClaimedMail, urls: Urls): Message {
  const compose = composers[mail.kind]
  if (!compose) throw new Unsendable(`There is no text for mail of the kind ${mail.kind}.`)
  const { subject, headers, ...content } = compose(mail.data, urls.site, mail, urls.portal)
  return {
    id: mail.id,
    key: 'again' in mail.data ? `${mail.id}/${text(mail.data, 'again')}` : mail.id,
    to: mail.recipient,
    subject: oneLine(subject),
    ...renderMail(content, urls.site),
    headers: {
      'Message-ID': `<${mail.id}@${organisation.domain}>`,
      'Auto-Submitted': mail.kind === 'receipt' ? 'auto-replied' : 'auto-generated',
      ...(mail.kind === 'campaign' && {
        'List-Unsubscribe': `<${urls.functions}/unsubscribe?token=${mail.unsubscribe_token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      ...headers,
    },
  }
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const monthInWords = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
})

const dayOfGift = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dayOfIssue = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeZone: organisation.timeZone,
})
const exactly = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** To the page of one submission */
interface StatusLink {
  kind: string
  reference: string
  received_at: string
  token: string
}

const total = (label: string, dollars: unknown): [string, string] => [
  label,
  exactly.format(Number(dollars)),
]

function receiptLineInWords(line: ReceiptLine): string {
  const { amount, campaign, description, exchange, exchange_value, deductible } = line
  if (description !== null) return `In kind: ${description}`
  const given = `${exactly.format(amount ?? 0)}, ${campaign ?? 'General'}`
  return exchange_value === null
    ? given
    : `${given}. In exchange: ${exchange}, worth ${exactly.format(exchange_value)}. Deductible: ${exactly.format(deductible ?? 0)}`
}

/** The lines of a receipt for a registration or a pledge. */
function factsOf(data: Record<string, unknown>): [string, string][] {
  const { amount, frequency, program, tribute } = data
  if (typeof amount === 'number' && typeof frequency === 'string') {
    return [
      ['Pledge', amountInWords(amount, frequency)],
      ['Goes to', destinationInWords(typeof program === 'string' ? program : null)],
      // The sender of the form typed the name.
      ...(typeof tribute === 'string' ? [tributeFact(tribute)] : []),
    ]
  }
  return program ? [['Program', programName(data)]] : []
}

const tributeFact = (kind: string): [string, string] => [
  `In ${kind} of`,
  'The person you named. Once your gift is here, we write to the person you want to tell.',
]

const composers: Record<string, Compose> = {
  receipt: (data, site) => {
    const kind = receivedKinds[text(data, 'kind')]
    if (!kind) throw new Unsendable(`Unknown kind of submission: ${String(data.kind)}.`)
    const reference = text(data, 'reference')
    const due = dayInWords(text(data, 'due_at'))
    const position = typeof data.position === 'number' ? data.position : undefined
    const told = position
      ? `You are number ${position} on the waitlist`
      : `You’ll hear from us by ${due}`
    return {
      subject: `We received your ${kind.what} (${reference})`,
      title: `We received your ${kind.what}`,
      preview: `${told}. Your reference is ${reference}.`,
      parts: [
        {
          paragraph: position
            ? `Thank you for registering. All places are taken at the moment, so you are on the waitlist. When a place opens up for you, we’ll offer it to you by email, and you’ll have ${timeToAccept} to accept it.`
            : `${kind.thanks} ${kind.next(due)}`,
        },
        {
          facts: [
            ['Reference', reference],
            ...factsOf(data),
            ['Received', dayInWords(text(data, 'received_at'))],
            position ? ['Position on the waitlist', String(position)] : ['You’ll hear by', due],
            ['Answered by', kind.who],
          ],
        },
        { button: 'See where things stand', href: `${site}/status#${text(data, 'token')}` },
        {
          aside:
            'On that page you can also add anything you forgot, or withdraw what you sent. Anyone with the link can do the same, so keep it to yourself. It expires 90 days after we are done.',
        },
        {
          aside: `Questions? Just reply to this email, or call ${organisation.phone} and mention ${reference}.`,
        },
        {
          aside:
            'Didn’t write to us? Someone probably typed your address by mistake, and you can ignore this email.',
        },
      ],
    }
  },

  status_links: (data, site) => {
    const links = (data.submissions ?? []) as readonly StatusLink[]
    if (links.length === 0) throw new Unsendable('The mail has no link.')
    return {
      subject: 'Your links to follow what you sent us',
      title: 'See where things stand',
      preview: 'The links you asked for.',
      headers: { 'Auto-Submitted': 'auto-replied' },
      parts: [
        {
          paragraph:
            'You asked for your links again. Each opens its own page. There you can also add anything you forgot, or withdraw what you sent.',
        },
        {
          facts: links.map(({ kind, reference, received_at, token }): [string, string, string] => [
            `Your ${receivedKinds[kind]?.what ?? 'submission'} ${reference}`,
            `received ${dayInWords(received_at)}`,
            `${site}/status#${token}`,
          ]),
        },
        {
          aside:
            'Earlier links work as well. Anyone with a link can do the same, so keep it to yourself. It expires 90 days after we are done.',
        },
        { aside: `Questions? Just reply to this email, or call ${organisation.phone}.` },
        {
          aside:
            'Didn’t ask for this? Someone probably typed your address by mistake, and you can ignore this email.',
        },
      ],
    }
  },

  payment_failed: (data, _site, _mail, portal) => {
    const amount = formatDollars(Number(data.amount))
    return {
      subject: `Your gift of ${amount} did not go through`,
      title: 'Your gift did not go through',
      preview: `Your bank declined the payment of ${amount}.`,
      parts: [
        {
          paragraph: `Thank you for your monthly gift. This time your bank declined the payment of ${amount}. Often a card has expired. You can pay, or update your card, on our payment provider’s page.`,
        },
        { button: 'Pay or update your card', href: text(data, 'link') },
        ...(portal
          ? [{ aside: `You can change or end your monthly gift at any time: ${portal}` }]
          : []),
        { aside: `Questions? Just reply to this email, or call ${organisation.phone}.` },
      ],
    }
  },

  card_expiring: (data, _site, _mail, portal) => {
    const month = monthInWords.format(new Date(text(data, 'expires_on')))
    return {
      subject: `The card for your monthly gift expires in ${month}`,
      title: 'Your card expires soon',
      preview: `It is good until the end of ${month}. After that your monthly gift would fail.`,
      parts: [
        {
          paragraph: `Thank you for your monthly gift. Your card is good until the end of ${month}. After that, its payments would fail.`,
        },
        ...(portal
          ? [{ button: 'Update your card', href: portal }]
          : [
              {
                paragraph: 'Reply to this email, and we’ll send you a link to update it.',
              },
            ]),
        {
          aside:
            'If your bank has already sent your new card’s details to our payment provider, you don’t need to do anything.',
        },
        { aside: `Questions? Just reply to this email, or call ${organisation.phone}.` },
      ],
    }
  },

  // Without an account the email itself is the receipt.
  gift_receipt: (data, site) => {
    const number = text(data, 'number')
    const lines = data.lines as readonly ReceiptLine[]
    const words = data.words as WordsOnReceipt
    const replaced = (data.replaces ?? []) as readonly string[]
    const inDollars = lines.some(({ description }) => description === null)
    return {
      subject: `Your receipt for gifts in ${String(data.year)} (${number})`,
      title: `${words.title} ${String(data.year)}`,
      preview: `Number ${number}. Please keep it for your tax records.`,
      parts: [
        { paragraph: `${words.thanks} This email is your receipt.` },
        ...(replaced.length > 0
          ? [
              {
                paragraph: `It replaces ${new Intl.ListFormat('en-US').format(replaced)}, because your gifts on record have changed since. Please use only this one.`,
              },
            ]
          : []),
        {
          facts: [
            ['Number', number],
            ['Issued', dayOfIssue.format(new Date(text(data, 'issued_at')))],
            ['Donor', text(data, 'name')],
            ['Issued by', (words.issuer ?? issuer).join(', ')],
          ],
        },
        {
          facts: [
            ...lines.map((line): [string, string] => [
              dayOfGift.format(new Date(line.given_on)),
              receiptLineInWords(line),
            ]),
            ...(inDollars ? [total('Total', data.total)] : []),
            ...(lines.some(hasExchange)
              ? [
                  total('Value in exchange', data.exchange_total),
                  total('Deductible', data.deductible),
                ]
              : []),
          ],
        },
        ...(lines.some(({ description }) => description !== null)
          ? [{ paragraph: words.in_kind }]
          : []),
        ...exchangeStatements(lines, words).map(({ of, text: said }) => ({ paragraph: of + said })),
        {
          aside: `With an account for this address you can also print it: ${site}/admin`,
        },
        {
          aside: `Is anything wrong? Just reply to this email, or call ${organisation.phone} and mention ${number}.`,
        },
      ],
    }
  },

  answer: (data) => {
    const subject = text(data, 'subject')
    return {
      subject,
      title: subject,
      preview: '',
      headers: { 'Auto-Submitted': 'no' },
      parts: [
        ...paragraphs(text(data, 'body')),
        {
          aside: `Just reply to this email if you have questions. Your reference is ${text(data, 'reference')}.`,
        },
      ],
    }
  },

  campaign: (data, site, mail) => {
    const values = merged(data)
    const subject = complete(text(data, 'subject'), values)
    return {
      subject,
      title: subject,
      preview: '',
      parts: paragraphs(complete(text(data, 'content'), values)),
      ending: {
        text: `You get this email because you subscribed to our news or are part of ${organisation.name}.`,
        link: 'Unsubscribe',
        href: `${site}/unsubscribe#${mail.unsubscribe_token}`,
      },
    }
  },

  confirmation,
  seat,
  notice,
  digest,
  view,
  warning,
  consent,
  clearance_ending: clearanceEnding,
  clearances_ending: clearancesEnding,
  concern,
  cover,
  handed,
  second_factor: secondFactor,
  campaign_test: (data, ...given) => {
    const content = composers.campaign!({ ...data, gifts: exampleGifts }, ...given)
    return { ...content, subject: `[Test] ${content.subject}` }
  },

  test: (_, site) => ({
    subject: `A test email from ${organisation.name}`,
    title: 'Emails work',
    preview: 'Email from this site reaches you.',
    parts: [
      {
        paragraph:
          'You, or a colleague, asked for a test from the back office. Email from this site reaches you.',
      },
      { button: 'Open the site', href: site },
    ],
  }),
}

const paragraphs = (text: string) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => ({ paragraph }))

const merged = ({ fields, gifts }: Record<string, unknown>): Record<string, string> => ({
  ...(fields as Record<string, string> | undefined),
  ...(gifts !== undefined && giftsInWords(gifts as GiftValues)),
})

function complete(template: string, values: Record<string, string>): string {
  const filled = fillIn(template, values)
  if (filled.missing.length > 0) {
    throw new Unsendable(`There is no value for ${filled.missing.join(', ')}.`)
  }
  return filled.text
}
