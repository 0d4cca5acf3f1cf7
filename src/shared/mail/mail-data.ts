import type { MailContent } from './layout.ts'

/** An email as a worker claims it. */
export interface ClaimedMail {
  id: string
  kind: string
  recipient: string
  data: Record<string, unknown>
  /** For a campaign. */
  unsubscribe_token: string | null
}

export interface Message {
  id: string
  /** The idempotency key; a manual retry of a failed mail has a new one. */
  key: string
  to: string
  subject: string
  html: string
  text: string
  /** Besides those that every transport sets. */
  headers: Record<string, string>
}

export type Compose = (
  data: Record<string, unknown>,
  site: string,
  mail: ClaimedMail,
  /** The payment provider's page where donors change their card or end a monthly gift. */
  portal?: string,
) => MailContent & { subject: string; headers?: Record<string, string> }

/** An email that can never be sent; a retry does not help. */
export class Unsendable extends Error {}

/** A value that must be there. */
export function text(data: Record<string, unknown>, name: string): string {
  const value = data[name]
  if (typeof value !== 'string' || !value) throw new Unsendable(`The mail has no ${name}.`)
  return value
}
