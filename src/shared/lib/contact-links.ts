/** Encoded, so that a visitor's address cannot add a recipient or a text to the email. */
export function mailLink(email: string, subject = '', body = ''): string {
  const fields = Object.entries({ subject, body: body.replaceAll('\n', '\r\n') })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const query = fields.length > 0 ? `?${fields.join('&')}` : ''
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}${query}`
}
