import { organisation } from '@/shared/data/organisation'

export const telLink = `tel:${organisation.phone.replaceAll(' ', '')}`

export function mailLink(subject?: string): string {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return `mailto:${organisation.email}${query}`
}
