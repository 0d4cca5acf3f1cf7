import { text, Unsendable, type Compose } from './mail-data.ts'

const events: Record<string, { subject: string; told: string }> = {
  added: {
    subject: 'A second factor was added to your account',
    told: 'From now on, signing in takes a code from your authenticator app.',
  },
  removed: {
    subject: 'A second factor was removed from your account',
    told: 'Its codes no longer work.',
  },
  recovered: {
    subject: 'A recovery code was used for your account',
    told: 'Your second factors and other recovery codes are removed, and other devices are signed out. Set up a new one on your account page.',
  },
  reset: {
    subject: 'We removed the second factor from your account',
    told: 'Your second factors and recovery codes are removed, and all devices are signed out. Sign in and set up a new one on your account page.',
  },
}

/**
 * To the owner of an account whose second factors changed. It names no factor: names are the
 * owner's words.
 */
export const secondFactor: Compose = (data, site) => {
  const event = events[text(data, 'event')]
  if (!event) throw new Unsendable(`Unknown event of a second factor: ${String(data.event)}.`)
  return {
    subject: event.subject,
    title: event.subject,
    preview: event.told,
    parts: [
      { paragraph: event.told },
      { button: 'Open your account', href: `${site}/admin` },
      {
        aside:
          'Was this not you? Set a new password at once, with “Forgot your password” on the sign-in page, and reply to this email.',
      },
    ],
  }
}
