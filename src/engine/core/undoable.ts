import {
  MutationObserver,
  type MutationObserverOptions,
  type QueryClient,
} from '@tanstack/react-query'
import { failureTitled } from '@/shared/supabase/backend-message'
import { notify, type Notice } from '@/shared/ui/notify'

/**
 * A write that a toast offers, perhaps after its component unmounted; its own toast shows a
 * failure.
 */
export const undoable =
  <Data, Variables, Result>(
    client: QueryClient,
    write: MutationObserverOptions<Data, Error, Variables, Result>,
    variables: Variables,
  ) =>
  () =>
    void new MutationObserver(client, write).mutate(variables).catch(() => {})

/**
 * Shows a success with Undo.
 *
 * @returns the undo
 */
export function offerUndo<Data, Variables, Result>(
  client: QueryClient,
  said: Pick<Notice, 'title' | 'description'>,
  write: MutationObserverOptions<Data, Error, Variables, Result>,
  back: Variables,
): () => void {
  const undo = undoable(client, write, back)
  notify({ ...said, tone: 'success', action: { label: 'Undo', onClick: undo } })
  return undo
}

/** For a write whose form shows its failures: an undo has no form. */
export function tellFailedUndo(error: Error, { isUndo }: { isUndo?: true }): void {
  if (isUndo) notify({ tone: 'error', ...failureTitled('Not undone')(error) })
}
