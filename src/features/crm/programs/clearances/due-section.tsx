import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Loading } from '@/shared/account-ui/loading'
import { dueClearancesQuery, type ClearableKind } from './clearance-queries'
import type { ClearableRecord } from './clearances-part'
import { DueList } from './due-list'

const ClearancesDialog = lazyPart(() => import('./clearances-dialog'))

/** Who lacks what in all programs; each opens their clearances. */
export function DueSection() {
  const due = useQuery(dueClearancesQuery())
  const [opened, open] = useState<ClearableRecord>()
  return (
    <section aria-labelledby="due" className="mt-8">
      <h2 id="due" className="text-xl">
        Missing, expired or ending soon
      </h2>
      {!due.data ? (
        <Loading query={due} what="Who lacks what" className="my-6" />
      ) : due.data.length === 0 ? (
        <p className="mt-2 text-ink-soft">
          Everyone in a program meets its requirements for the next 60 days.
        </p>
      ) : (
        <DueList
          label="Missing, expired or ending soon"
          due={due.data}
          showsProgram
          onOpen={({ kind, record_id, person_name }) =>
            open({ kind: kind as ClearableKind, id: record_id, name: person_name })
          }
        />
      )}
      {opened && <ClearancesDialog record={opened} onClose={() => open(undefined)} />}
    </section>
  )
}
