import { useQuery } from '@tanstack/react-query'
import { Loading } from '@/shared/account-ui/loading'
import { Contact } from './contact'
import { tiesQuery } from './ties-queries'

/** How to reach a donor, in the donor's panel. */
export function DonorContact({ person }: { person: string }) {
  const ties = useQuery(tiesQuery(person))
  return (
    <section aria-label="Contact">
      <h3 className="mb-2">Contact</h3>
      {ties.data ? (
        <Contact
          person={person}
          of={ties.data}
          canAdd={ties.data.is_open}
          isChild={ties.data.is_child}
        />
      ) : (
        ties.data !== null && <Loading query={ties} what="How to reach them" />
      )}
    </section>
  )
}
