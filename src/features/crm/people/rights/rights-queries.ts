import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { downloadFile } from '@/shared/lib/download-file'
import { supabase } from '@/shared/supabase/client'
import { ask } from '@/shared/supabase/ask'
import { archiveOf, handOverReason, type HandedFile, type HandedOver } from './archive'

/** Whose data: the id of a person or of a child's record, or an address. */
export interface Subject {
  value: string
  label: string
  /** The text to type to confirm the erasure */
  word: string
}

/** A record that a hand-over or an erasure offers to include. */
export interface SubjectRecord {
  id: string
  /**
   * Its table; `children` and `parent_contacts` are mentees whose record names the person as a parent, `merges` an
   * earlier record in that of someone else, `people` a second contact.
   */
  kind: string
  name: string | null
  entry: string
  title: string | null
  email: string | null
  phone: string | null
  amount: number | null
  happened_at: string
  child_name: string | null
  /** The child's name shows after an opening. */
  is_closed: boolean
  /** More than a claim ties it to the person. */
  is_sure: boolean
  is_chosen: boolean
}

export const stillThere = (chosen: readonly string[], records: readonly SubjectRecord[]) =>
  chosen.filter((id) => records.some((record) => record.id === id))

export interface Contact {
  kind: 'email' | 'phone'
  value: string
  /** Whose it is, where it is a parent's or guardian's */
  name: string | null
}

export interface SubjectRecords {
  kind: 'person' | 'address' | 'child'
  /** The people behind an address */
  leads_to: { id: string; name: string | null }[]
  records: SubjectRecord[]
  /** For checking the requester's identity. */
  contacts: Contact[]
}

export interface Part {
  label: string
  action: 'delete' | 'anonymize' | 'keep'
  rows: number
  reason?: string | null
}

/** A request that waits for a second admin, or the certificate of an erasure. */
export interface Erasure {
  id: string
  reason: keyof typeof reasons
  identity: keyof typeof identities
  requested_by: string | null
  requested_at: string
  erased_by: string | null
  erased_at: string | null
  is_own: boolean | null
  counts: Part[] | null
}

export interface Preview extends SubjectRecords {
  parts: Part[]
  /** The people erased with the chosen records */
  people: { kind: string; name: string | null }[]
  seen: string
  refusal: string | null
  warnings: string[]
  needs_approval: boolean
  /** The newest first. */
  erasures: Erasure[]
}

export const reasons = {
  asked: 'The person asked for it',
  parent_asked: 'A parent asked for it',
  consent_withdrawn: 'Consent was withdrawn',
  no_longer_needed: 'It is no longer needed',
  unlawful: 'We should not have it',
} as const

/** How a colleague checks the requester's identity. */
export const identities = {
  replied: 'They replied from an email that we had',
  called_back: 'We called back a phone that we had',
  in_person: 'They were here in person',
} as const

/** The people in a hand-over or an erasure, and the identity check. */
export interface Asked {
  chosen: string[]
  identity: string
  /** The email or phone of the check */
  contact: string | null
}

/** Logs the opening of the children whose names the first read held back, and reads again. */
async function withChildren<Shown extends SubjectRecords>(
  read: () => Promise<Shown>,
  signal: AbortSignal,
): Promise<Shown> {
  const shown = await read()
  const closed = shown.records.filter(({ is_closed }) => is_closed)
  if (closed.length === 0) return shown
  await Promise.all(
    closed.map(({ id, kind }) =>
      ask<unknown>(
        kind === 'submissions'
          ? supabase.rpc('record_opening', { submission: id })
          : supabase.rpc('record_openings', { kind: 'mentees', ids: [id] }),
        signal,
      ),
    ),
  )
  return read()
}

/** The current records to choose from. */
export const recordsQuery = (subject: string) =>
  queryOptions({
    queryKey: ['subject_records', subject],
    queryFn: ({ signal }) =>
      withChildren(
        async () =>
          (await ask(
            supabase.rpc('subject_records', { subject }),
            signal,
          )) as unknown as SubjectRecords,
        signal,
      ),
    staleTime: Infinity,
    gcTime: 0,
  })

/** Logs the hand-over, and then reads all that we hold about the chosen records. */
export const handOver = (subject: string) =>
  mutationOptions({
    mutationFn: async ({ chosen, identity, contact }: Asked) => {
      await ask(
        supabase.rpc('record_hand_over', {
          ...{ subject, chosen, identity },
          ...(contact !== null && { contact }),
        }),
      )
      return (await ask(supabase.rpc('hand_over', { subject, chosen }))) as unknown as HandedOver
    },
    meta: { invalidates: [] },
  })

/**
 * The content of a file in the hand-over; for a child's file, after a log entry with the reason.
 */
async function readHandedFile({ id, mentee_id }: HandedFile) {
  if (mentee_id) {
    await ask(supabase.rpc('open_file', { file: id, reason: handOverReason }))
  }
  const { data, error } = await supabase.storage
    .from('files')
    .download(id, {}, { cache: 'no-store' })
  if (error) throw error
  return new Uint8Array(await data.arrayBuffer())
}

export const archiveMutation = (data: HandedOver) =>
  mutationOptions({
    mutationFn: () => archiveOf(data, readHandedFile),
    onSuccess: ({ archive }) =>
      downloadFile(`data-${data.handed_over_at.slice(0, 10)}.zip`, 'application/zip', [archive]),
    meta: { invalidates: [] },
  })

/**
 * What erasing the chosen records would do; without a choice, the ones that surely belong to the
 * person. Read again with each choice.
 */
export const previewQuery = (subject: string, chosen?: string[]) =>
  queryOptions({
    queryKey: ['erasure', subject, chosen],
    queryFn: ({ signal }) =>
      withChildren(
        async () =>
          (await ask(
            supabase.rpc('preview_erasure', { subject, ...(chosen && { chosen }) }),
            signal,
          )) as unknown as Preview,
        signal,
      ),
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

interface Erasing extends Asked {
  reason: string
  seen: string
}

export const erasePerson = (subject: string) =>
  mutationOptions({
    mutationFn: async ({ contact, ...given }: Erasing) =>
      (await ask(
        supabase.rpc('erase_person', { subject, ...given, ...(contact !== null && { contact }) }),
      )) as unknown as Erasure,
  })

export const declineErasure = (subject: string) =>
  mutationOptions({
    mutationFn: () => ask(supabase.rpc('decline_erasure', { subject })),
    meta: { invalidates: [['erasure']] },
  })
