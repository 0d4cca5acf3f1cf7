import { organisation } from '../../../src/shared/data/organisation.ts'
import { renderLetter, type Letter } from './layout.ts'

const link = '{{ .ConfirmationURL }}'
const ignore = { aside: 'You did not ask for this? Then you need not do anything.' }

/** The mails that the authentication service sends by itself, by what its settings call them. */
const letters: Record<string, Letter> = {
  confirmation: {
    title: 'Confirm your email address',
    preview: `One press, and your account at ${organisation.name} is ready.`,
    parts: [
      {
        paragraph: `Somebody, most likely you, signed up at ${organisation.fullName} with this address.`,
      },
      { button: 'Confirm my address', href: link },
      { aside: 'The link works once, and for an hour.' },
      ignore,
    ],
  },
  invite: {
    title: `You are invited to ${organisation.name}`,
    preview: 'Accept the invitation and choose a password.',
    parts: [
      {
        paragraph: `${organisation.fullName} made an account for you. Accept the invitation and choose a password.`,
      },
      { button: 'Accept the invitation', href: link },
      { aside: 'The link works once, and for an hour.' },
      ignore,
    ],
  },
  recovery: {
    title: 'Set a new password',
    preview: 'The link works for an hour.',
    parts: [
      { paragraph: 'Follow the link to set a new password for your account.' },
      { button: 'Set a new password', href: link },
      { aside: 'The link works once, and for an hour. Until then your password stays as it is.' },
      ignore,
    ],
  },
  email_change: {
    title: 'Confirm your new email address',
    preview: 'Your account changes to it once both addresses are confirmed.',
    parts: [
      { paragraph: 'Your account is to have the address {{ .NewEmail }} from now on.' },
      { button: 'Confirm the change', href: link },
      {
        aside:
          'The link works once, and for an hour. The change is made once both addresses, the old and the new one, are confirmed.',
      },
      ignore,
    ],
  },
}

/** Each as the HTML template that the service fills in. It makes the plain text of that itself. */
export const authMails = (): { name: string; subject: string; html: string }[] =>
  Object.entries(letters).map(([name, letter]) => ({
    name,
    subject: letter.title,
    html: renderLetter(letter, '{{ .SiteURL }}').html,
  }))
