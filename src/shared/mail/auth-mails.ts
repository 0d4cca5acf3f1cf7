import { organisation } from '../data/organisation.ts'
import { paths } from '../config/paths.ts'
import { renderLetter, type Letter } from './layout.ts'

export type AuthMailName = 'confirmation' | 'invite' | 'recovery' | 'email_change'

/**
 * Links lead to a page of the site with the token in the fragment, which no log and no other site gets
 * to see. The service's own `.ConfirmationURL` takes the token when it is looked at, as mail scanners do.
 */
const link = (page: string, type: string) =>
  `{{ .SiteURL }}${page}#token_hash={{ .TokenHash }}&type=${type}`
const ignore = { aside: 'You did not ask for this? Then you need not do anything.' }

/** The mails that the authentication service sends by itself, by what its settings call them. */
const letters: Record<AuthMailName, Letter> = {
  confirmation: {
    title: 'Confirm your email address',
    preview: `One press, and your account at ${organisation.name} is ready.`,
    parts: [
      {
        paragraph: `Somebody, most likely you, signed up at ${organisation.fullName} with this address.`,
      },
      { button: 'Confirm my address', href: link(paths.login, 'signup') },
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
      { button: 'Accept the invitation', href: link(paths.resetPassword, 'invite') },
      { aside: 'The link works once, and for an hour.' },
      ignore,
    ],
  },
  recovery: {
    title: 'Set a new password',
    preview: 'The link works for an hour.',
    parts: [
      { paragraph: 'Follow the link to set a new password for your account.' },
      { button: 'Set a new password', href: link(paths.resetPassword, 'recovery') },
      { aside: 'The link works once, and for an hour. Until then your password stays as it is.' },
      ignore,
    ],
  },
  email_change: {
    title: 'Confirm your new email address',
    preview: 'Your account changes to it once both addresses are confirmed.',
    parts: [
      { paragraph: 'Your account is to have the address {{ .NewEmail }} from now on.' },
      { button: 'Confirm the change', href: link(paths.login, 'email_change') },
      {
        aside:
          'The link works once, and for an hour. The change is made once both addresses, the old and the new one, are confirmed.',
      },
      ignore,
    ],
  },
}

/** Each as the HTML template that the service fills in. The plain text is for the embedded backend alone. */
export const authMails = () =>
  (Object.keys(letters) as AuthMailName[]).map((name) => ({
    name,
    subject: letters[name].title,
    ...renderLetter(letters[name], '{{ .SiteURL }}'),
  }))
