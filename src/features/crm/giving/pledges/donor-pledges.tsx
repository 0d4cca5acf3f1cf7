import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '@/shared/account-ui/loading'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button } from '@/shared/ui/button'
import { PledgeItem } from './pledge-item'
import { pledgesOfDonorQuery } from './pledge-queries'

const PledgeDialog = lazyPart(() => import('./pledge-dialog'))

/** The pledges of a donor, open ones first, and a new one. */
export function DonorPledges({ donor, name }: { donor: string; name: string }) {
  const pledges = useQuery(pledgesOfDonorQuery(donor))
  const [isAdding, setAdding] = useState(false)
  return (
    <section aria-label="Pledges">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3>Pledges</h3>
        <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
          New pledge
        </Button>
      </div>
      {!pledges.data ? (
        <Loading query={pledges} what="The pledges" />
      ) : pledges.data.length === 0 ? (
        <p className="text-ink-soft">No pledges</p>
      ) : (
        <ul>
          {pledges.data.map((pledge) => (
            <PledgeItem key={pledge.id} pledge={pledge} isOfDonor />
          ))}
        </ul>
      )}
      {isAdding && (
        <PledgeDialog
          start={{ person_id: donor, donor_name: name }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}
