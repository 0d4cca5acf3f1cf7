import { useMutation } from '@tanstack/react-query'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { Button } from '@/shared/ui/button'
import type { FullSubmission, Intake } from '@/shared/submissions/submission-queries'
import { takeBack, targetsFor, type People, type Target } from './take-on'

interface TakenOnProps {
  submission: FullSubmission
  people: People
  onTakeOn: (submission: FullSubmission, target: Target) => void
}

/** As whom a submission was taken on, or the ways to do so. */
export function TakenOn({ submission, people, onTakeOn }: TakenOnProps) {
  const auth = useAuth()
  const { intakes: intake } = submission
  if (intake) return <Done submission={submission} intake={intake} people={people} />
  const targets = targetsFor(submission, people, auth)
  if (targets.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {targets.map((target) => (
        <Button
          key={target}
          size="sm"
          variant="outline"
          onClick={() => onTakeOn(submission, target)}
        >
          <UserRoundPlus aria-hidden="true" />
          Take on as {people[target].label.one}
        </Button>
      ))}
    </div>
  )
}

/** For so long may it be taken back; the database says the same. */
const DAY_MS = 86_400_000

interface DoneProps extends Pick<TakenOnProps, 'submission' | 'people'> {
  intake: Intake
}

function Done({ submission, intake, people }: DoneProps) {
  const { can, user } = useAuth()
  const target = `${intake.kind}s` as Target
  const removal = useMutation(takeBack(submission, target))
  const [now] = useState(Date.now)
  const { slug, requiredRights, label } = people[target]
  const id = intake.mentor_id ?? intake.mentee_id ?? intake.trainer_id
  const mayOpen = can(...requiredRights)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-forest-700/30 bg-forest-500/8 px-3 py-2">
      <span className="flex items-center gap-2">
        <UserRoundCheck aria-hidden="true" className="size-4.5 flex-none" />
        Taken on as {label.one} by {intake.author_name ?? 'somebody'}
      </span>
      {mayOpen && (
        <Link
          to={`${paths.crm}?tab=${slug}&open=${id}`}
          className="text-(--surface-link) underline underline-offset-2"
        >
          Open the {label.one}
        </Link>
      )}
      {mayOpen &&
        intake.author_id === user?.id &&
        now - Date.parse(intake.taken_on_at) < DAY_MS && (
          <Button
            variant="ghost"
            size="sm"
            loading={removal.isPending}
            onClick={() => removal.mutate()}
          >
            Take back
          </Button>
        )}
    </p>
  )
}
