import { expect, type APIRequestContext } from '@playwright/test'

interface Mail {
  to: string
  subject: string
  html?: string
}

/** What was sent, newest first. */
export async function readMails(request: APIRequestContext): Promise<Mail[]> {
  return (await (await request.get('/_dev/mail.json')).json()) as Mail[]
}

/** Where the button of the newest mail to an address leads. */
export async function linkOfLastMail(request: APIRequestContext, address: string): Promise<string> {
  const mail = (await readMails(request)).find(({ to }) => to === address)
  const href = /<a href="([^"]+)" style="display:inline-block/.exec(mail?.html ?? '')?.[1]
  expect(href, `an email to ${address} with a link`).toBeDefined()
  const decimal = /&#(\d+);/g
  return (href ?? '')
    .replaceAll('&amp;', '&')
    .replace(decimal, (_, code: string) => String.fromCharCode(Number(code)))
}

/** The token in that link. */
export async function tokenOfLastMail(request: APIRequestContext, address: string) {
  const { hash, searchParams } = new URL(await linkOfLastMail(request, address))
  return new URLSearchParams(hash.slice(1)).get('token_hash') ?? searchParams.get('token') ?? ''
}
