import type { Location, NavigateFunction } from 'react-router-dom'
import { plainDigits } from './fold'
import { withoutExtensions } from './phone-extensions'

type Here = Pick<Location<unknown>, 'search' | 'state'>

function stateOf({ state }: Here) {
  return state as ({ openedPerson?: boolean; enters?: 'address' | undefined } & object) | null
}

function withPerson({ search }: Here, address: string | null): string {
  const params = new URLSearchParams(search)
  if (address === null) params.delete('person')
  else params.set('person', address.trim())
  return params.toString()
}

/**
 * The same page with a person open: adds `?person=` to the query, with an e-mail address, a telephone
 * (`tel:…`) or a record (`mentees:<id>`); `enters` opens a dialog there.
 */
export function personLocation(here: Here, address: string, enters?: 'address'): Here {
  const state = { ...stateOf(here), openedPerson: true, enters }
  return { search: withPerson(here, address), state }
}

/** What the link that opened the person wants to be entered. */
export const entersAtOnce = (here: Here): 'address' | undefined => stateOf(here)?.enters

/** The reference of a typed phone number, if it is one. */
export function refOfPhone(text: string): string | undefined {
  const typed = withoutExtensions(plainDigits(text.normalize('NFKC')))
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length >= 7 && /^[-+()./\s\d]+$/.test(typed) ? `tel:${digits}` : undefined
}

/** The person that the address names. */
export function openPerson({ search }: Pick<Location, 'search'>): string | null {
  return new URLSearchParams(search).get('person')
}

/** Goes back to where the person was opened; a user who came by a link stays on the page. */
export function closePerson(here: Here, navigate: NavigateFunction): void {
  if (stateOf(here)?.openedPerson) return void navigate(-1)
  void navigate({ search: withPerson(here, null) }, { replace: true, state: stateOf(here) })
}
