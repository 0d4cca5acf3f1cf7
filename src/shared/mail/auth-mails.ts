import { organisation } from '../data/organisation.ts'
import { paths } from '../config/paths.ts'
import { renderMail, type MailContent } from './layout.ts'

export type AuthMailName =
  | 'confirmation'
  | 'invite'
  | 'recovery'
  | 'email_change'
  | 'magic_link'
  | 'reauthentication'

/**
 * Links lead to a page of the site with the token in the fragment, which no log and no other site
 * sees. The service's own `.ConfirmationURL` uses up the token when a mail scanner opens it.
 */
const link = (page: string, type: string) =>
  `{{ .SiteURL }}${page}#token_hash={{ .TokenHash }}&type=${type}`
/** With the address, so that the page can send another link once this one has expired. */
const invitationLink = (type: string) => `${link(paths.resetPassword, type)}&to={{ .Email }}`

/**
 * While `.Data`, the account's metadata, names an inviter, the mail is an invitation. Only the database
 * writes these names (`private.set_invitation_words`).
 */
const invitation = (type: 'signup' | 'recovery'): MailContent => ({
  title: `You are invited to ${organisation.name}`,
  preview:
    '{{ .Data.invited_by }} invites you to work with us. Choose a password, and you can start.',
  parts: [
    {
      paragraph: `{{ .Data.invited_by }} invites you to work with us at ${organisation.fullName}. Your role: {{ .Data.invited_as }}.`,
    },
    { paragraph: 'Accept the invitation and choose a password. The role comes with it.' },
    { button: 'Accept the invitation', href: invitationLink(type) },
    {
      aside:
        'The link works once and expires in an hour. After that, its page sends you another one. The invitation itself lasts 14 days.',
    },
    { aside: 'If you don’t know who that is, you can ignore this email. Nothing happens then.' },
  ],
})
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
  // The site asks for neither of these. Anyone can, at the service itself.
  magic_link: {
    title: 'Sign in with your password',
    preview: 'Our site has no links that sign you in.',
    parts: [
      {
        paragraph: `Somebody asked us for a link that signs in to your ${organisation.name} account. Our site has none: please sign in with your password.`,
      },
      { button: 'Sign in', href: `{{ .SiteURL }}${paths.login}` },
      ignore,
    ],
  },
  reauthentication: {
    title: 'Your code',
    preview: 'It confirms a change of your account.',
    parts: [
      { paragraph: 'This code confirms a change of your account: {{ .Token }}' },
      { aside: 'It works once and expires in an hour. Never tell it to anyone, not even to us.' },
      ignore,
    ],
  },
}

/** The mails that are an invitation while one is open. */
const invitations: Partial<Record<AuthMailName, MailContent>> = {
  confirmation: invitation('signup'),
  recovery: invitation('recovery'),
}

/** A template that is the first text while an invitation is open, otherwise the second. */
const either = (invited: string, other: string) =>
  `{{ if .Data.invited_by }}${invited}{{ else }}${other}{{ end }}`

/** Each as the HTML template that the service fills in. Only the embedded backend uses the plain text. */
export const authMails = () =>
  (Object.keys(contents) as AuthMailName[]).map((name) => {
    const invited = invitations[name]
    const subject = contents[name].title
    const mail = { name, subject, ...renderMail(contents[name], '{{ .SiteURL }}') }
    if (!invited) return mail
    const { html, text } = renderMail(invited, '{{ .SiteURL }}')
    return {
      ...mail,
      subject: either(invited.title, subject),
      html: either(html, mail.html),
      text: either(text, mail.text),
    }
  })
