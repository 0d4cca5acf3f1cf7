import { supabase } from '@/shared/supabase/client'
import { ask } from '@/shared/supabase/ask'
import type { Namesake } from '../core/people-search'
import type { ReadyRow, UnsureDonor, Values } from './check-rows'

export const someoneNew = 'new'

const MOST = 500

interface Donor {
  name: string
  email: string | null
  phone: string | null
  rows: Set<string>
}

/** Asks once for each donor of a file. */
export async function unsureDonors(
  rows: readonly Pick<ReadyRow, 'id' | 'values'>[],
  signal: AbortSignal,
): Promise<UnsureDonor[]> {
  const donors = new Map<string, Donor>()
  for (const { id, values } of rows) {
    const name = String(values.donor_name).trim()
    const email = (values.donor_email as string | null) ?? null
    const phone = (values.donor_phone as string | null) ?? null
    const key = [name, email ?? '', email ? '' : (phone ?? '')].join('\n').toLowerCase()
    const donor = donors.get(key) ?? { name, email, phone, rows: new Set() }
    donors.set(key, { ...donor, rows: donor.rows.add(id) })
  }
  const all = [...donors.values()]
  const unsure: UnsureDonor[] = []
  for (let from = 0; from < all.length; from += MOST) {
    const asked = all.slice(from, from + MOST)
    const found = (await ask(
      supabase.rpc('namesakes_of', {
        donors: asked.map(({ name, email, phone }) => ({
          donor_name: name,
          donor_email: email,
          donor_phone: phone,
        })),
      }),
      signal,
    )) as Namesake[]
    for (const [at, donor] of asked.entries()) {
      const people = found.filter(({ row_number }) => row_number === at)
      if (people.length > 0) unsure.push({ ...donor, people, newId: crypto.randomUUID() })
    }
  }
  return unsure
}

/** The default answer: which person a donor is. */
export const proposed = ({ people }: UnsureDonor): string =>
  people.find(({ is_found }) => is_found)?.person ?? someoneNew

/** Binds the rows to the chosen donors. */
export function withDonors(
  rows: readonly ReadyRow[],
  unsure: readonly UnsureDonor[],
  chosen: ReadonlyMap<UnsureDonor, string>,
): ReadyRow[] {
  const bonds = new Map<string, Values>()
  for (const donor of unsure) {
    const who = chosen.get(donor) ?? proposed(donor)
    const bond =
      who !== someoneNew
        ? { person_id: who }
        : proposed(donor) === someoneNew
          ? {}
          : { new_person_id: donor.newId }
    for (const id of donor.rows) bonds.set(id, bond)
  }
  return rows.map((row) => ({ ...row, values: { ...row.values, ...bonds.get(row.id) } }))
}
