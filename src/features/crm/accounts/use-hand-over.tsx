import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { workLostQuery, type Part, type RightsLeft } from './leaving-queries'

const HandOverDialog = lazyPart(() => import('./hand-over-dialog'))

interface Asked {
  left: RightsLeft
  parts: readonly Part[]
  change: () => void
}

/**
 * Before an account loses a right, asks who takes over the open work that it couldn't open any more.
 * @param failure the toast when that work can't be read; nothing is changed then
 * @returns `before(left, change)`, which calls `change` once that is answered, at once where no work is
 * lost; whether it is looking; and the dialog to draw
 */
export function useHandOver(
  account: { id: string; name: string },
  failure: { title: string; description?: string },
) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const look = useMutation({
    mutationFn: (left: RightsLeft) => client.fetchQuery(workLostQuery(account.id, left)),
    meta: { failure },
  })

  function before(left: RightsLeft, change: () => void) {
    if (look.isPending) return
    look.mutate(left, {
      onSuccess: (parts) => {
        if (parts.length > 0) setAsked({ left, parts, change })
        else change()
      },
    })
  }

  const dialog = asked && (
    <HandOverDialog
      account={account.id}
      name={account.name}
      parts={asked.parts}
      again={() => look.mutate(asked.left, { onSuccess: (parts) => setAsked({ ...asked, parts }) })}
      onDone={() => {
        setAsked(undefined)
        asked.change()
      }}
      onClose={() => setAsked(undefined)}
    />
  )
  return { before, isLooking: look.isPending, dialog }
}
