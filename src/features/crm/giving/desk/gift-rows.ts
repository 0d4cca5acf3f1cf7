import { mutationOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { undoable } from '@/engine/core/undoable'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { readDraft, writeDraft } from '@/shared/forms/draft-storage'
import { ask } from '@/shared/supabase/ask'
import { backendMessage, failureText } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { entered, giftChanges } from '../gifts/gift-queries'
import { emptyGift, giftSchema, type Asked, type TypedGift } from '../gifts/gift-fields'
import { wrongIn } from './gift-columns'
import type { PastedGift } from './pasted-gifts'

/** A gift from the moment it is typed until the list of stored ones has it. */
export interface GiftRow {
  id: string
  typed: TypedGift
  state: 'saving' | 'saved' | 'refused' | 'duplicate' | 'asked'
  /** Why it is refused, or the stored gift that it looks like */
  message?: string
  /** Who it may be */
  asked?: Asked
  savedAt?: number
}

/** How long a saved row stays for the list of stored ones to arrive. */
const SAVED_MS = 60_000

type Draft = string | undefined
const rowsKey = (draft: Draft) => ['gift-rows', draft] as const
const sendingKey = (id: string) => ['gift-rows', 'sending', id] as const

const readRows = (client: QueryClient, draft: Draft) =>
  client.getQueryData<readonly GiftRow[]>(rowsKey(draft)) ?? []

/** The tab keeps rows that are not stored, so that a reload sends them. */
function writeRows(client: QueryClient, draft: Draft, rows: readonly GiftRow[]): void {
  const kept = rows.filter(({ savedAt }) => !savedAt || savedAt > Date.now() - SAVED_MS)
  client.setQueryData(rowsKey(draft), kept)
  if (draft === undefined) return
  const unsaved = kept.filter(({ state }) => state !== 'saved')
  writeDraft(draft, unsaved.length > 0 ? { rows: unsaved } : {})
}

const restored = (draft: Draft) => {
  const { rows = [] } = (draft === undefined ? {} : readDraft(draft)) as { rows?: GiftRow[] }
  // An older version of the page may have written fewer fields.
  return rows.map((row): GiftRow => ({ ...row, typed: { ...emptyGift(), ...row.typed } }))
}

/** The answer of `enter_gift` when it stores nothing. */
type Answer = Asked | { looks_like: string }

/** Rows are stored one after the other, in the order in which they were typed. */
const send = (draft: Draft, row: GiftRow) => {
  const become = (client: QueryClient, now: Omit<GiftRow, 'id' | 'typed'>) =>
    writeRows(
      client,
      draft,
      readRows(client, draft).map((one) => (one.id === row.id ? { ...row, ...now } : one)),
    )
  return mutationOptions({
    mutationKey: sendingKey(row.id),
    scope: { id: 'gift-rows' },
    retry: (tries, error) => backendMessage(error) === undefined && tries < 2,
    mutationFn: (anyway: boolean) =>
      ask(
        supabase.rpc('enter_gift', {
          gift: { ...giftSchema.parse(row.typed), id: row.id },
          anyway,
        }),
      ) as Promise<unknown> as Promise<Answer | null>,
    onSuccess: (answer, _anyway, _result, { client }) =>
      become(
        client,
        answer === null
          ? { state: 'saved', savedAt: Date.now() }
          : 'looks_like' in answer
            ? { state: 'duplicate', message: answer.looks_like }
            : { state: 'asked', asked: answer },
      ),
    onError: (error, _anyway, _result, { client }) => {
      become(client, { state: 'refused', message: failureText(error) })
      // Its batch or fund may be closed.
      if (backendMessage(error)) void client.invalidateQueries({ queryKey: entered })
    },
    meta: { invalidates: giftChanges },
  })
}

/**
 * Takes gifts at once and stores them in the background; each row shows its state. Leaving the page
 * with unstored rows asks first.
 */
export function useGiftRows() {
  const client = useQueryClient()
  const draft = useStaffDraftName('gift-rows')
  const { data: rows } = useQuery({
    queryKey: rowsKey(draft),
    queryFn: () => restored(draft),
    initialData: () => restored(draft),
    staleTime: 'static',
    gcTime: Infinity,
  })
  useLeaveWarning(
    rows.some(({ state }) => state !== 'saved'),
    { in: 'tab' },
  )

  const write = (change: (rows: readonly GiftRow[]) => readonly GiftRow[]) =>
    writeRows(client, draft, change(readRows(client, draft)))
  const type = useCallback(
    (id: string, typed: TypedGift) =>
      writeRows(
        client,
        draft,
        readRows(client, draft).map((one) => (one.id === id ? { ...one, typed } : one)),
      ),
    [client, draft],
  )
  function put(row: GiftRow, anyway: boolean) {
    write((all) => all.map((one) => (one.id === row.id ? row : one)))
    undoable(client, send(draft, row), anyway)()
  }

  useEffect(() => {
    for (const row of readRows(client, draft).toReversed()) {
      const isOnItsWay = client.isMutating({ mutationKey: sendingKey(row.id) }) > 0
      if (row.state === 'saving' && !isOnItsWay) undoable(client, send(draft, row), false)()
    }
  }, [client, draft])

  return {
    rows,
    /** Takes gifts that were checked; those with a message wait to be edited. */
    add: (gifts: readonly PastedGift[]) => {
      const added = gifts.map(({ typed, message }): GiftRow => ({
        id: crypto.randomUUID(),
        typed,
        ...(message === undefined ? { state: 'saving' } : { state: 'refused', message }),
      }))
      write((all) => [...added.toReversed(), ...all])
      for (const row of added) {
        if (row.state === 'saving') undoable(client, send(draft, row), false)()
      }
    },
    /** Sends a row again, perhaps corrected, or confirmed as no duplicate. */
    again: ({ id, typed }: GiftRow, anyway = false) => {
      const message = wrongIn(typed)
      if (message === undefined) return put({ id, typed, state: 'saving' }, anyway)
      write((all) =>
        all.map((one) => (one.id === id ? { id, typed, state: 'refused', message } : one)),
      )
    },
    /** Keeps the typing in an open row. */
    type,
    remove: (ids: readonly string[]) => write((all) => all.filter(({ id }) => !ids.includes(id))),
  }
}

export type GiftRows = ReturnType<typeof useGiftRows>
