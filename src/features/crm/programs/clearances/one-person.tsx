import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '@/shared/lib/full-name'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Loading } from '@/shared/account-ui/loading'
import { candidatesQuery } from './candidates-query'
import type { ClearableRecord } from './clearances-part'
import { PersonInput } from './person-input'

const ClearancesDialog = lazyPart(() => import('./clearances-dialog'))

/** Opens the clearances of anyone, by name. */
export function OnePerson() {
  const people = useQuery(candidatesQuery)
  const [opened, open] = useState<ClearableRecord>()
  const [times, setTimes] = useState(0)
  if (!people.data) return <Loading query={people} what="The people" className="my-4" />
  return (
    <>
      <PersonInput
        // Empty again after each.
        key={times}
        className="max-w-md"
        label="Open someone’s clearances"
        people={people.data}
        value=""
        onPick={(id) => {
          const one = people.data.find((person) => person.id === id)
          if (!one) return
          setTimes(times + 1)
          open({ kind: one.kind, id, name: fullName(one) })
        }}
      />
      {opened && <ClearancesDialog record={opened} onClose={() => open(undefined)} />}
    </>
  )
}
