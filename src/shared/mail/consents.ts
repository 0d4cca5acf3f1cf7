import { consentDays } from '../data/consents.ts'
import { organisation } from '../data/organisation.ts'
import { Unsendable, type Compose } from './mail-data.ts'

interface ConsentLink {
  first_name: string | null
  token: string
}

/** Asks a parent or guardian, with a button for each child. */
export const consent: Compose = (data, site) => {
  const links = (data.children ?? []) as readonly ConsentLink[]
  if (links.length === 0) throw new Unsendable('The mail has no link.')
  const names = links.map(({ first_name: name }) => name ?? 'your child')
  return {
    subject: `${organisation.name} asks for your consent`,
    title: 'May we? You decide.',
    preview: `We have a few questions about ${names.join(' and ')}.`,
    parts: [
      {
        paragraph: `We have a few questions about ${names.join(' and ')}: what they may take part in, and what we may keep. Yes and no are both fine, and you can change your mind at any time.`,
      },
      ...links.map(({ token }, index) => ({
        button: `Answer for ${names[index]}`,
        href: `${site}/consent#${token}`,
      })),
      {
        aside: `${links.length > 1 ? 'Each link takes' : 'The link takes'} answers for ${consentDays} days. Anyone who has it can answer in your place, so keep it to yourself.`,
      },
      { aside: `Questions? Just reply to this email, or call ${organisation.phone}.` },
    ],
  }
}
