import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { workLostQuery, type Part, type RightsLeft } from './leaving-queries'

const HandOverDialog = lazyPart(() => import('./hand-over-dialog'))

export interface Loss {
  account: { id: string; name: string }
  left: RightsLeft
}

interface Asked {
  /** Those who lose work; the first is asked about. */
  losses: readonly (Loss & { parts: readonly Part[] })[]
  change: () => void
}

/**
 * Before accounts lose rights, asks who takes over the open work that they couldn't open any more.
 * @param failure the toast when that work can't be read; nothing is changed then
 * @returns `before(losses, change)`, which asks for one account after the other and then calls `change`,
 * at once where no work is lost; whether it is looking; and the dialog to draw
 */
export function useHandOver(failure: { title: string; description?: string }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const look = useMutation({
    mutationFn: (losses: readonly Loss[]) =>
      Promise.all(
        losses.map(async (loss) => ({
          ...loss,
          parts: await client.fetchQuery(workLostQuery(loss.account.id, loss.left)),
        })),
      ),
    meta: { failure },
  })

  function before(losses: readonly Loss[], change: () => void) {
    if (look.isPending) return
    look.mutate(losses, {
      onSuccess: (looked) => {
        const open = looked.filter(({ parts }) => parts.length > 0)
        if (open.length > 0) setAsked({ losses: open, change })
        else change()
      },
    })
  }

  const [first, ...rest] = asked?.losses ?? []
  const dialog = asked && first && (
    <HandOverDialog
      key={first.account.id}
      account={first.account.id}
      name={first.account.name}
      parts={first.parts}
      again={() =>
        look.mutate([first], {
          onSuccess: (looked) => setAsked({ ...asked, losses: [...looked, ...rest] }),
        })
      }
      onDone={() => {
        setAsked(rest.length > 0 ? { ...asked, losses: rest } : undefined)
        if (rest.length === 0) asked.change()
      }}
      onClose={() => setAsked(undefined)}
    />
  )
  return { before, isLooking: look.isPending, dialog }
}
