import { mutationOptions, type QueryKey } from '@tanstack/react-query'
import { failureText } from '@/shared/supabase/backend-message'
import { notify } from '@/shared/ui/notify'
import { undoable } from '../core/undoable'

interface Setting<Settings extends object> {
  /** The key of the query that reads the settings */
  queryKey: QueryKey
  store: (change: Partial<Settings>) => Promise<void>
  /** The text of the success toast. */
  said: (change: Partial<Settings>) => string
}

/**
 * Saves a setting on each change: shown at once (optimistic), undone from its toast, and retried
 * from the toast of a failure.
 */
export function saveSetting<Settings extends object>(setting: Setting<Settings>) {
  const { queryKey, store, said } = setting
  return mutationOptions({
    mutationFn: store,
    scope: { id: JSON.stringify(queryKey) },
    onMutate: async (change, { client }) => {
      await client.cancelQueries({ queryKey })
      const stored = client.getQueryData<Settings>(queryKey)
      client.setQueryData<Settings>(queryKey, (shown) => shown && { ...shown, ...change })
      const keys = Object.keys(change) as (keyof Settings)[]
      return stored && (Object.fromEntries(keys.map((key) => [key, stored[key]])) as typeof change)
    },
    onSuccess: (_data, change, before, { client }) => {
      notify({
        title: said(change),
        tone: 'success',
        ...(before && {
          action: { label: 'Undo', onClick: undoable(client, saveSetting(setting), before) },
        }),
      })
      void client.invalidateQueries({ queryKey })
    },
    onError: (error, change, before, { client }) => {
      client.setQueryData<Settings>(queryKey, (shown) => shown && { ...shown, ...before })
      notify({
        title: 'Not saved',
        description: failureText(error),
        tone: 'error',
        action: { label: 'Try again', onClick: undoable(client, saveSetting(setting), change) },
      })
    },
  })
}
