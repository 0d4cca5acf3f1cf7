import { organisation } from '../data/organisation.ts'
import { paths } from '../config/paths.ts'
import { renderMail, type MailContent } from './layout.ts'

export type AuthMailName = 'confirmation' | 'invite' | 'recovery' | 'email_change'

/**
 * Links lead to a page of the site with the token in the fragment, which no log and no other site
 * sees. The service's own `.ConfirmationURL` uses up the token when a mail scanner opens it.
 */
const link = (page: string, type: string) =>
  `{{ .SiteURL }}${page}#token_hash={{ .TokenHash }}&type=${type}`
const ignore = { aside: 'If you didn’t ask for this, you can ignore this email.' }

/** The mails that the authentication service sends, by their names in its settings. */
const contents: Record<AuthMailName, MailContent> = {
  confirmation: {
    title: 'Confirm your email address',
    preview: `One click, and your ${organisation.name} account is ready.`,
    parts: [
      {
        paragraph: `Thank you for signing up at ${organisation.fullName}. Please confirm that this address is yours.`,
      },
      { button: 'Confirm my address', href: link(paths.login, 'signup') },
      { aside: 'The link works once and expires in an hour.' },
      ignore,
    ],
  },
  invite: {
    title: `You are invited to ${organisation.name}`,
    preview: 'Accept the invitation and choose a password.',
    parts: [
      {
        paragraph: `${organisation.fullName} has set up an account for you. Accept the invitation and choose a password.`,
      },
      { button: 'Accept the invitation', href: link(paths.resetPassword, 'invite') },
      { aside: 'The link works once and expires in an hour.' },
      ignore,
    ],
  },
  recovery: {
    title: 'Set a new password',
    preview: 'The link expires in an hour.',
    parts: [
      { paragraph: 'Click below to set a new password for your account.' },
      { button: 'Set a new password', href: link(paths.resetPassword, 'recovery') },
      {
        aside:
          'The link works once and expires in an hour. Your current password works until you set a new one.',
      },
      ignore,
    ],
  },
  email_change: {
    title: 'Confirm your new email address',
    preview: 'Your account switches to it once both addresses are confirmed.',
    parts: [
      {
        paragraph:
          'Please confirm that your account should use the address {{ .NewEmail }} from now on.',
      },
      { button: 'Confirm the change', href: link(paths.login, 'email_change') },
      {
        aside:
          'The link works once and expires in an hour. The change takes effect once both addresses, the old and the new one, are confirmed.',
      },
      ignore,
    ],
  },
}

/** Each as the HTML template that the service fills in. Only the embedded backend uses the plain text. */
export const authMails = () =>
  (Object.keys(contents) as AuthMailName[]).map((name) => ({
    name,
    subject: contents[name].title,
    ...renderMail(contents[name], '{{ .SiteURL }}'),
  }))
