/** The search part of an address with this person open, or with none; the rest of it stays. */
export function withPerson(search: string, address: string | null): string {
  const params = new URLSearchParams(search)
  if (address === null) params.delete('person')
  else params.set('person', address.trim())
  return params.toString()
}
