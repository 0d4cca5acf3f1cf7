import { authMails, type AuthMailName } from '../../src/shared/mail/auth-mails.ts'
import { escapeHtml } from '../../src/shared/mail/layout.ts'
import { currentRequest } from './current-request.js'
import type { Outbox } from './outbox.js'

interface EmailChange {
  /** The token for the new address; the other one goes to the current address. */
  tokenHashNew?: string
  newEmail?: string
}

/** lite's interface for mails. It is not in its public types; the exact version is pinned. */
export type AuthMailer = ReturnType<typeof createAuthMailer>

/** Sends sign-in emails from the templates of a hosted project. */
export function createAuthMailer(outbox: Outbox) {
  const mails = new Map(authMails().map((mail) => [mail.name, mail]))
  const keep = (name: AuthMailName, to: string, TokenHash: string, NewEmail = '') => {
    const { subject, html, text } = mails.get(name)!
    const request = currentRequest.getStore()
    const values: Record<string, string> = {
      SiteURL: new URL(request?.url ?? 'http://localhost').origin,
      TokenHash,
      NewEmail,
    }
    const fill = (template: string, write: (value: string) => string) =>
      template.replace(/\{\{ \.(\w+) \}\}/g, (_, name: string) => write(values[name] ?? ''))
    outbox.keep({
      to,
      subject,
      html: fill(html, escapeHtml),
      text: fill(text, (value) => value),
    })
    return Promise.resolve()
  }
  const keepCode = (to: string, otp: string) => {
    outbox.keep({ to, subject: 'Your code', text: `Your code: ${otp}\n` })
    return Promise.resolve()
  }
  return {
    sendConfirmation: (to: string, token: string) => keep('confirmation', to, token),
    sendRecovery: (to: string, token: string) => keep('recovery', to, token),
    async sendEmailChange(to: string, token: string, _otp: string, change: EmailChange) {
      await keep('email_change', to, token, change.newEmail)
      if (change.tokenHashNew && change.newEmail) {
        await keep('email_change', change.newEmail, change.tokenHashNew, change.newEmail)
      }
    },
    // The app uses neither, and a hosted project has its own templates for them.
    sendMagicLink: (to: string, _token: string, otp: string) => keepCode(to, otp),
    sendReauthentication: (to: string, otp: string) => keepCode(to, otp),
  }
}
