import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { PersonLink } from '@/shared/account-ui/person-link'
import { allSuggestionsQuery } from './people-queries'
import { addressBeside, MayBeSame } from './timeline/same-person'

/** All people who may be the same, in slices. */
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
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title="Same person?"
        description="People with the same phone, email address or name. You can undo each answer."
      >
        {!query.data ? (
          <Loading query={query} what="The list" label="Comparing people..." className="my-10" />
        ) : (
          <>
            {pairs.length === 0 && !query.hasNextPage && (
              <p className="text-ink-soft">No duplicates found</p>
            )}
            <ul aria-label="Possible duplicates">
              {pairs.map(
                ({ id, name, addresses, other, other_name, other_addresses, ...alike }) => (
                  <MayBeSame
                    key={`${id} ${other}`}
                    person={id}
                    who={
                      <>
                        <PersonLink address={id}>{name ?? 'No name'}</PersonLink>
                        {addressBeside(name, addresses)} may be
                      </>
                    }
                    other={{ id: other, name: other_name, addresses: other_addresses, ...alike }}
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
