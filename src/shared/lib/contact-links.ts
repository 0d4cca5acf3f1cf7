/** Encoded: whoever wrote the address must not add a recipient or a text to the e-mail. */
export function mailLink(email: string, subject?: string): string {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}${query}`
}

export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`
}
