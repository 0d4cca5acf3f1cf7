import { createTransport } from 'nodemailer'
import { escapeHtml } from '../../src/shared/mail/layout.ts'
import type { Environment } from '../functions/_shared/environment.ts'
import { toMime, type Transport } from '../functions/_shared/transports.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** For mails with a layout. */
  html?: string
  /** In the format for a mail server. */
  headers?: string
  /** ISO 8601 */
  sentAt: string
}

/** Keeps the emails that a hosted project would send, newest first. */
export class Outbox {
  readonly mails: Mail[] = []

  keep(mail: Omit<Mail, 'sentAt'>): void {
    this.mails.unshift({ ...mail, sentAt: new Date().toISOString() })
    this.mails.length = Math.min(this.mails.length, 200)
  }
}

/** The mails of the Edge Functions, built as for a mail server and kept here. */
export function outboxTransport(outbox: Outbox, environment: Environment): Transport {
  const builder = createTransport({ streamTransport: true, buffer: true })
  return {
    name: 'the page /_dev/mail',
    send: async (message) => {
      const { message: raw } = await builder.sendMail(toMime(message, environment))
      const [headers] = (raw as Buffer).toString().split('\r\n\r\n')
      const { to, subject, text, html } = message
      outbox.keep({ to, subject, text, html, headers: headers! })
      return message.headers['Message-ID']
    },
  }
}

/** The outbox as a page: no scripts, and no part of a mail becomes HTML. */
export function renderOutbox(mails: readonly Mail[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emails (${mails.length}) · local development</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Emails</h1>
<p>The mails that this local backend would have sent, newest first. Nothing leaves this computer, and
the list is empty again after a restart.</p>
<p><a href="">Look for new ones</a></p>
</header>
<main>
${mails.length > 0 ? mails.map(renderMail).join('\n') : '<p>No email yet.</p>'}
</main>
</body>
</html>
`
}

function renderMail(mail: Mail): string {
  const time = new Date(mail.sentAt).toLocaleString('en-GB')
  return `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<dl>
<div><dt>To</dt><dd>${escapeHtml(mail.to)}</dd></div>
<div><dt>Sent</dt><dd>${escapeHtml(time)}</dd></div>
</dl>
<p class="text">${linkify(mail.text)}</p>
${mail.html ? `<details><summary>As HTML</summary><iframe sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe></details>` : ''}
${mail.headers ? `<details><summary>Headers</summary><pre>${escapeHtml(mail.headers)}</pre></details>` : ''}
</article>`
}

function linkify(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map(escapeHtml)
    .map((part, index) => (index % 2 === 1 ? `<a href="${part}">${part}</a>` : part))
    .join('')
}

const style = `
:root { color-scheme: light dark; --card: light-dark(#fff, #1f2522); --line: light-dark(#d9d3c3, #3a433e);
  --quiet: light-dark(#56625b, #a9b3ad); --link: light-dark(#17553b, #8fd3b0); }
body { margin: 0 auto; padding: 24px 16px 48px; max-width: 720px; font: 16px/1.5 system-ui, sans-serif;
  background: light-dark(#f7f4ec, #161a18); color: light-dark(#1f2a24, #eceee9); }
h1, h2 { margin: 0; line-height: 1.3; }
header p { margin: 8px 0 0; color: var(--quiet); }
article { margin-top: 24px; padding: 20px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; overflow-wrap: anywhere; }
h2 { font-size: 19px; }
dl { margin: 12px 0 16px; }
dl div { display: flex; gap: 12px; }
dt { flex: 0 0 40px; color: var(--quiet); }
dd { margin: 0; }
.text { margin: 0; padding-top: 16px; border-top: 1px solid var(--line); white-space: pre-wrap; }
summary { margin-top: 12px; cursor: pointer; color: var(--link); }
iframe { box-sizing: border-box; width: 100%; height: 800px; margin-top: 12px; border: 1px solid var(--line); background: #fff; }
pre { white-space: pre-wrap; font-size: 13px; }
a { color: var(--link); }
`
