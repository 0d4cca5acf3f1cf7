import { organisation } from '../data/organisation.ts'
import { palette } from '../data/palette.ts'

/** One part of a mail, for both its HTML and its plain text. */
type Part =
  | { paragraph: string }
  /** Names with an address are links. */
  | { facts: [name: string, value: string, href?: string][] }
  | { button: string; href: string }
  /** Smaller print. */
  | { aside: string }

export interface MailContent {
  title: string
  /** The preview text that an inbox shows after the subject. */
  preview: string
  parts: Part[]
  /** At the very end, like the link to unsubscribe. */
  ending?: { text: string; link: string; href: string }
}

const { paper, ink, line, forest } = palette
const sans = "'Source Sans 3', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const serif = "Georgia, 'Times New Roman', serif"

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Web addresses in it are links, without the full stop or bracket that may follow them. */
const lines = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, index) => (index % 2 === 1 ? link(part, part) : escapeHtml(part)))
    .join('')
    .replace(/\n/g, '<br>')

/**
 * A mail in the site's look and as plain text.
 *
 * @param site the site's address, without a slash at its end
 */
export function renderMail(content: MailContent, site: string): { html: string; text: string } {
  return { html: toHtml(content, site), text: toText(content, site) }
}

function toText({ title, parts, ending }: MailContent, site: string): string {
  const body = parts.map((part) => {
    if ('paragraph' in part) return part.paragraph
    if ('aside' in part) return part.aside
    if ('button' in part) return `${part.button}:\n${part.href}`
    return part.facts
      .map(([name, value, href]) => [`${name}: ${value}`, href].filter(Boolean).join('\n'))
      .join('\n')
  })
  return [
    title,
    ...body,
    `-- \n${organisation.fullName}\n${organisation.location} · ${organisation.phone}\n${organisation.email}\n${site}`,
    ...(ending ? [`${ending.text} ${ending.link}:\n${ending.href}`] : []),
  ]
    .join('\n\n')
    .concat('\n')
}

function toHtml({ title, preview, parts, ending }: MailContent, site: string): string {
  const quiet = `font-size:14px;line-height:21px;color:${ink.muted};`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:${paper.DEFAULT};">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${paper.DEFAULT};">
<tr><td align="center" style="padding:24px 12px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left;font-family:${sans};font-size:17px;line-height:27px;color:${ink.DEFAULT};">
<tr><td style="padding:0 8px 20px;">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="padding-right:12px;"><img src="${escapeHtml(site)}/icon-192.png" width="40" height="40" alt="" style="display:block;border:0;border-radius:10px;"></td>
<td style="font-family:${serif};font-size:20px;line-height:24px;font-weight:bold;color:${forest[800]};">${escapeHtml(organisation.name)}<br><span style="font-family:${sans};font-size:13px;line-height:18px;font-weight:normal;color:${ink.muted};">${escapeHtml(organisation.kind)}</span></td>
</tr></table>
</td></tr>
<tr><td style="padding:32px 24px;background:${paper.raised};border:1px solid ${line.DEFAULT};border-radius:16px;word-break:break-word;overflow-wrap:anywhere;">
<h1 style="margin:0 0 20px;font-family:${serif};font-size:26px;line-height:33px;font-weight:bold;color:${forest[900]};">${escapeHtml(title)}</h1>
${parts.map(partToHtml).join('\n')}
</td></tr>
<tr><td style="padding:24px 8px 0;${quiet}">
<p style="margin:0 0 8px;">${escapeHtml(organisation.fullName)}<br>${escapeHtml(`${organisation.location} · ${organisation.phone}`)}</p>
<p style="margin:0 0 8px;">${link(`mailto:${organisation.email}`, organisation.email)} · ${link(site, site.replace(/^https?:\/\//, ''))}</p>
${ending ? `<p style="margin:0;">${escapeHtml(ending.text)} ${link(ending.href, ending.link)}</p>` : ''}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function partToHtml(part: Part): string {
  if ('paragraph' in part) return `<p style="margin:0 0 18px;">${lines(part.paragraph)}</p>`
  if ('aside' in part) {
    return `<p style="margin:18px 0 0;font-size:15px;line-height:23px;color:${ink.soft};">${lines(part.aside)}</p>`
  }
  if ('button' in part) {
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:6px 0 10px;"><tr>
<td style="background:${forest[700]};border-radius:10px;"><a href="${escapeHtml(part.href)}" style="display:inline-block;padding:12px 22px;font-weight:bold;line-height:22px;color:${paper.raised};text-decoration:none;">${escapeHtml(part.button)}</a></td>
</tr></table>`
  }
  const rows = part.facts.map(
    ([name, value, href]) =>
      `<tr><td style="padding:8px 16px;color:${ink.muted};vertical-align:top;white-space:nowrap;">${href ? link(href, name) : escapeHtml(name)}</td>
<td style="padding:8px 16px 8px 0;font-weight:bold;vertical-align:top;">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;background:${paper.sunken};border-radius:10px;">
${rows.join('\n')}
</table>`
}

const link = (href: string, text: string) =>
  `<a href="${escapeHtml(href)}" style="color:${forest[700]};">${escapeHtml(text)}</a>`
