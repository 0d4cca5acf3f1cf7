/** A received mail, with the one part that the auth service sends: quoted-printable HTML. */
export function htmlOf(raw: string): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4)
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

export const subjectOf = (raw: string): string => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? ''
