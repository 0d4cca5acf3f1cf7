import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '@/shared/account-ui/loading'
import { isolated } from '@/shared/lib/isolated'
import { Button } from '@/shared/ui/button'
import { CheckboxField } from '@/shared/ui/field'
import { numbersQuery, releaseNumber, type MatchNumbers } from './mentor-account-queries'

/** On a mentee's record: which guardians' numbers the mentor of a match sees. */
export function NumbersForMentor({ mentee }: { mentee: string }) {
  const [isOpen, setOpen] = useState(false)
  const numbers = useQuery({ ...numbersQuery(mentee), enabled: isOpen })
  return (
    <section aria-label="Numbers for the mentor" className="mb-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-sm font-semibold">Numbers for the mentor</h3>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          title="The opening is logged"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Show'}
        </Button>
      </div>
      {isOpen &&
        (numbers.data ? (
          <Numbers mentee={mentee} matches={numbers.data} />
        ) : (
          <Loading query={numbers} what="The numbers" className="my-3" />
        ))}
    </section>
  )
}

function Numbers({ mentee, matches }: { mentee: string; matches: readonly MatchNumbers[] }) {
  const releasing = useMutation(releaseNumber(mentee))
  if (matches.length === 0) {
    return <p className="text-sm text-ink-soft">No match yet: no mentor sees a number.</p>
  }
  return matches.map(({ id, mentor, program, adults }) => (
    <div key={id} className="mt-1">
      <p className="text-sm text-ink-soft">
        {isolated(mentor)}, {isolated(program)}
      </p>
      {adults.length === 0 && <p className="text-sm">No guardian whom we may contact.</p>}
      {adults.map((adult) => (
        <CheckboxField
          key={adult.id}
          label={`${isolated(adult.name ?? 'Without a name')}: ${adult.phone ?? 'no number'}`}
          checked={adult.is_released}
          disabled={adult.phone === null && !adult.is_released}
          onChange={({ target }) =>
            releasing.mutate({ match: id, adult: adult.id, is_released: target.checked })
          }
        />
      ))}
    </div>
  ))
}
