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

/**
 * Sends sign-in emails from the templates of a hosted project.
 * @param dataOf the metadata of an address's account, which a template may name
 */
export function createAuthMailer(
  outbox: Outbox,
  dataOf: (address: string) => Promise<Record<string, unknown>>,
) {
  const mails = new Map(authMails().map((mail) => [mail.name, mail]))
  const keep = async (
    name: AuthMailName,
    to: string,
    TokenHash: string,
    NewEmail = '',
    Token = '',
  ) => {
    const { subject, html, text } = mails.get(name)!
    const request = currentRequest.getStore()
    const data = await dataOf(to)
    const values: Record<string, string> = {
      SiteURL: new URL(request?.url ?? 'http://localhost').origin,
      TokenHash,
      NewEmail,
      Token,
      // Templates have it only in a link.
      Email: encodeURIComponent(to),
      'Data.invited_by': wordOf(data.invited_by),
      'Data.invited_as': wordOf(data.invited_as),
    }
    const fill = (template: string, write: (value: string) => string) =>
      template
        .replace(
          /\{\{ if \.([\w.]+) \}\}(.*?)\{\{ else \}\}(.*?)\{\{ end \}\}/gs,
          (_, name: string, one: string, other: string) => (values[name] ? one : other),
        )
        .replace(/\{\{ \.([\w.]+) \}\}/g, (_, name: string) => write(values[name] ?? ''))
    outbox.keep({
      to,
      subject: fill(subject, (value) => value),
      html: fill(html, escapeHtml),
      text: fill(text, (value) => value),
    })
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
    sendMagicLink: (to: string) => keep('magic_link', to, ''),
    sendReauthentication: (to: string, otp: string) => keep('reauthentication', to, '', '', otp),
  }
}

const wordOf = (value: unknown) => (typeof value === 'string' ? value : '')
