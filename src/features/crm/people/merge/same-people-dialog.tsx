import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { readSingleKeys } from '@/shared/lib/single-keys'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Key } from '@/shared/account-ui/key-help'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { allSuggestionsQuery } from '../person/people-queries'
import { MayBeSame } from './may-be-same'

/** With this few left below, the next slice loads. */
const FEW = 5

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** All people who may be the same or a household, in slices. */
export function SamePeopleDialog({ onClose }: { onClose: () => void }) {
  const { search } = useLocation()
  const [openedAt] = useState(search)
  // A link to one of them closes the list.
  const isLeft = openedAt !== search
  useEffect(() => {
    if (isLeft) onClose()
  }, [isLeft, onClose])
  const query = useInfiniteQuery(allSuggestionsQuery)
  const pairs = query.data?.pages.flatMap((page) => page.pairs) ?? []
  const list = useRef<HTMLUListElement>(null)
  /** The latest answer is last. */
  const undos = useRef<(() => void)[]>([])

  const { hasNextPage, isFetching, fetchNextPage } = query
  const items = () => [...(list.current?.children ?? [])] as HTMLElement[]
  const current = () => items().findIndex((item) => item.contains(document.activeElement))
  function show(item: HTMLElement | undefined) {
    if (!item) return
    item.focus()
    item.scrollIntoView?.({ block: 'nearest' })
    const left = items().length - items().indexOf(item)
    if (left <= FEW && hasNextPage && !isFetching) void fetchNextPage()
  }

  // Keys work as soon as there is a question.
  const isListed = pairs.length > 0
  const begin = useEffectEvent(() => {
    if (current() < 0) show(items()[0])
  })
  useEffect(() => {
    if (isListed) begin()
  }, [isListed])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { ctrlKey, metaKey, altKey, repeat, target, currentTarget } = event
    // With Caps Lock, too
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    // A preview above the list has keys of its own.
    const isElsewhere = !(target instanceof Node && currentTarget.contains(target))
    if (isElsewhere || ctrlKey || metaKey || altKey || event.nativeEvent.isComposing) return
    if (key.length === 1 && !readSingleKeys()) return
    const step = steps[key]
    const at = current()
    if (step) {
      const all = items()
      show(all[Math.min(Math.max(at < 0 ? 0 : at + step, 0), all.length - 1)])
    } else if (repeat || !/^[hnsu]$/.test(key)) {
      return
    } else if (key === 'u') {
      undos.current.pop()?.()
    } else {
      items()[at]?.querySelector<HTMLElement>(`[data-key=${key}]`)?.click()
    }
    event.preventDefault()
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title="Same person?"
        description="People who may be duplicates or one household. You can undo each answer."
        onKeyDown={onKeyDown}
      >
        {!query.data ? (
          <Loading query={query} what="The list" label="Comparing people..." className="my-10" />
        ) : (
          <>
            {!isListed && !hasNextPage && <p className="text-ink-soft">No duplicates found</p>}
            {isListed && readSingleKeys() && (
              <p className="pb-2 text-sm text-ink-soft pointer-coarse:hidden">
                <Key>J</Key> next, <Key>K</Key> previous, <Key>U</Key> undo
              </p>
            )}
            <ul ref={list} aria-label="Possible duplicates">
              {pairs.map(
                ({ id, name, addresses, other, other_name, other_addresses, ...alike }) => (
                  <MayBeSame
                    key={`${id} ${other} ${alike.reason}`}
                    person={{ id, name, addresses }}
                    isNamed
                    other={{ id: other, name: other_name, addresses: other_addresses, ...alike }}
                    list={{
                      onAnswer: (item) => {
                        const next = item.nextElementSibling ?? item.previousElementSibling
                        show((next ?? undefined) as HTMLElement | undefined)
                      },
                      onDone: (undo) => void undos.current.push(undo),
                    }}
                  />
                ),
              )}
            </ul>
            <LoadMore query={query} failed="More could not be loaded.">
              Look for more
            </LoadMore>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}
