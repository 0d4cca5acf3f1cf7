import { expect, type APIRequestContext } from 'playwright/test'

export interface Mail {
  to: string
  subject: string
  html?: string
}

/** The link of a mail's button. */
export function linkIn(mail: Mail | undefined): string | undefined {
  return /<a href="([^"]+)" style="display:inline-block/
    .exec(mail?.html ?? '')?.[1]
    ?.replaceAll('&amp;', '&')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

/** The sent mails, newest first. */
export async function readMails(request: APIRequestContext, url = ''): Promise<Mail[]> {
  return (await (await request.get(`${url}/_dev/mail.json`)).json()) as Mail[]
}

/** The link in the newest mail to an address. */
export async function linkOfLastMail(
  request: APIRequestContext,
  address: string,
  url = '',
): Promise<string> {
  const link = linkIn((await readMails(request, url)).find(({ to }) => to === address))
  expect(link, `an email to ${address} with a link`).toBeDefined()
  return link ?? ''
}
