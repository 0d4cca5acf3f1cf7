import { useMutation, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { isolated } from '@/shared/lib/isolated'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Loading } from '@/shared/account-ui/loading'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { Button } from '@/shared/ui/button'
import {
  dueClearancesQuery,
  labelOf,
  requirementsQuery,
  retireRequirement,
  type Requirement,
} from './clearance-queries'
import { DueList } from './due-list'

const RequirementDialog = lazyPart(() => import('./requirement-dialog'))

const whom = { mentors: 'Mentors', trainers: 'Trainers' } as const

/** What a program requires, who of its people lacks some of it, and ways to change it. */
export function RequirementsPart({ program, name }: { program: string; name: string }) {
  const requirements = useQuery(requirementsQuery(program))
  const due = useQuery({ ...dueClearancesQuery(program), enabled: !!requirements.data?.length })
  const retiring = useMutation(retireRequirement)
  const [edited, setEdited] = useState<Requirement | 'new'>()
  const [retired, setRetired] = useState<Requirement>()
  return (
    <section aria-label="Requirements" className="mb-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-sm font-semibold">
          Requirements{!!requirements.data?.length && ` (${requirements.data.length})`}
        </h3>
        <Button variant="ghost" size="sm" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" />
          Add a requirement
        </Button>
      </div>
      {!requirements.data ? (
        <Loading query={requirements} what="The requirements" className="my-3" />
      ) : requirements.data.length === 0 ? (
        <p className="text-sm text-ink-soft">No requirements. Anyone who is active can join.</p>
      ) : (
        <ul aria-label={`Requirements of ${name}`}>
          {requirements.data.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-1.5"
            >
              <span className="min-w-0 wrap-anywhere">
                {isolated(labelOf(one))}
                <span className="block text-sm text-ink-soft">
                  {whom[one.kind]}, {periodOf(one)}
                </span>
              </span>
              <span className="flex gap-1">
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Change ${labelOf(one)}`}
                  onClick={() => setEdited(one)}
                >
                  Change
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Retire ${labelOf(one)}`}
                  onClick={() => setRetired(one)}
                >
                  Retire
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {due.isLoadingError && (
        <LoadFailure title="Who lacks what could not be loaded." query={due} />
      )}
      {due.data && due.data.length > 0 && <DueList due={due.data} label={`Due in ${name}`} />}
      {edited && (
        <RequirementDialog
          program={program}
          requirement={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {retired && (
        <QuestionDialog
          title={`Retire ${labelOf(retired)}?`}
          description={`From now on nobody needs it to join ${name}. Evidence of it stays.`}
          yes="Retire"
          isPending={retiring.isPending}
          isHeld
          onYes={() => retiring.mutate(retired, { onSuccess: () => setRetired(undefined) })}
          onClose={() => setRetired(undefined)}
        />
      )}
    </section>
  )
}

const periodOf = ({ months }: Requirement): string =>
  months === null ? 'no end' : `good for ${months} ${months === 1 ? 'month' : 'months'}`
