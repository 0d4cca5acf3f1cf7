import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { downloadFile } from '@/shared/lib/download-file'
import { supabase } from '@/shared/supabase/client'
import { storage } from '@/shared/supabase/storage'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import { archiveOf, handOverReason, type HandedFile, type HandedOver } from './archive'

/** Whose data it is: an address, or the id of a record. */
export interface Subject {
  value: string
  label: string
  /** The text to type that confirms the erasure */
  word: string
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
  requested_by: string | null
  requested_at: string
  erased_by: string | null
  erased_at: string | null
  is_own: boolean | null
  counts: Part[] | null
}

export interface Preview {
  parts: Part[]
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

/** Logs the hand-over, and then reads all that we hold. */
export const handOverQuery = (subject: string) =>
  queryOptions({
    queryKey: ['handed-over', subject],
    queryFn: async ({ signal }) => {
      await ask(supabase.rpc('record_hand_over', { subject }), signal)
      return (await ask(supabase.rpc('hand_over', { subject }), signal)) as unknown as HandedOver
    },
    // Each reading is an entry in the log.
    staleTime: Infinity,
    retry: false,
  })

/** The content of a file that is handed over; of a child's, after a log entry with the reason. */
async function readHandedFile({ id, mentee_id }: HandedFile) {
  if (mentee_id) {
    await ask(supabase.rpc('open_file', { file: id, reason: handOverReason }))
  }
  const { data, error } = await storage.from('files').download(id, {}, { cache: 'no-store' })
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

/** What erasing would do, as it is now. */
export const previewQuery = (subject: string) =>
  rpcQuery<'preview_erasure', Preview>(
    ['erasure'],
    'preview_erasure',
    { subject },
    { staleTime: 0, gcTime: 0 },
  )

export const erasePerson = (subject: string) =>
  mutationOptions({
    mutationFn: async (given: { reason: string; seen: string }) =>
      (await ask(supabase.rpc('erase_person', { subject, ...given }))) as unknown as Erasure,
  })

export const declineErasure = (subject: string) =>
  mutationOptions({
    mutationFn: () => ask(supabase.rpc('decline_erasure', { subject })),
    meta: { invalidates: [['erasure']] },
  })
