import { mutationOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import type { ConsentKind } from '@/shared/data/consents'
import { ask, selectQuery } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'

export interface ConsentText {
  kind: ConsentKind
  version: number
  words: string
  since: string
}

export interface ConsentAnswer {
  child_id: string
  adult_id: string
  kind: ConsentKind
  version: number
  answer: 'yes' | 'no' | 'withdrawn'
  given_at: string
  road: 'mail' | 'code' | 'staff'
  /** How staff heard it, and who noted it */
  note: string | null
  recorded_by: string | null
}

/** The consents of children whom the user opened, as `family_consents` has them. */
export interface FamilyConsents {
  /** The texts of today, in the order of pages */
  texts: ConsentText[]
  states: { child_id: string; kind: ConsentKind; state: 'yes' | 'no' | 'open' }[]
  /** The newest of each guardian, newest first */
  answers: ConsentAnswer[]
  /** Links that still take answers, newest first */
  requests: {
    child_id: string
    adult_id: string
    kinds: ConsentKind[]
    road: 'mail' | 'code'
    created_at: string
  }[]
  /** Who may be asked for whom */
  adults: { child_id: string; adult_id: string }[]
}

type Read = Parameters<typeof selectQuery<FamilyConsents>>[1]

export const consentsQuery = (children: readonly string[]) =>
  selectQuery<FamilyConsents>(
    ['person', 'family_consents', children],
    () =>
      supabase.rpc('family_consents', { children: [...children] }) as unknown as ReturnType<Read>,
  )

const invalidates = [['person', 'family_consents'], resourceKey('change_log')]

export interface Asking {
  /** The press, so that a retry asks once */
  batch: string
  children: string[]
  adult: string
  kinds: ConsentKind[]
  road: 'mail' | 'code'
  /** Where the email goes, as the user sees it */
  address: string | null
}

/** Asks a guardian; for codes the answer has the token of each child's link. */
export const askConsent = mutationOptions({
  mutationFn: async ({ address, ...asked }: Asking) =>
    (await ask(
      supabase.rpc('ask_consent', { ...asked, ...(address !== null && { address }) }),
    )) as unknown as { child_id: string; token: string }[],
  meta: { invalidates },
})

export interface ToldConsent {
  answer_id: string
  child: string
  adult: string
  kind: ConsentKind
  version: number
  answer: 'yes' | 'no'
  note: string
}

export const recordConsent = mutationOptions({
  mutationFn: (told: ToldConsent) => ask(supabase.rpc('record_consent', told)),
  meta: { success: { title: 'Answer noted' }, invalidates },
})

export const saveConsentText = mutationOptions({
  mutationFn: (text: { kind: ConsentKind; words: string; replaced: number }) =>
    ask(supabase.rpc('save_consent_text', text)),
  meta: { success: { title: 'Text saved' }, invalidates },
})
