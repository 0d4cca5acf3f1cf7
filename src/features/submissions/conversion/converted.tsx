import { useMutation } from '@tanstack/react-query'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { WhoOpens } from '@/shared/auth/who-opens'
import { paths } from '@/shared/config/paths'
import { Button } from '@/shared/ui/button'
import type { FullSubmission, Conversion } from '@/features/submissions/common/submission-queries'
import { kinds, type Target } from '@/shared/submissions/kinds'
import { undoConversion, targetsFor, type People } from './convert-submission'

interface ConvertedProps {
  submission: FullSubmission
  people: People
  onConvert: (target: Target) => void
}

/** The conversion of a submission, or the buttons to convert it. */
export function Converted({ submission, people, onConvert }: ConvertedProps) {
  const auth = useAuth()
  const { conversions: conversion } = submission
  if (conversion) return <Done submission={submission} conversion={conversion} people={people} />
  const targets = targetsFor(submission, people, auth)
  if (targets.length === 0) {
    const closed = kinds[submission.kind].targets ?? []
    if (closed.length === 0) return null
    return (
      <p className="text-sm text-ink-soft">
        You can’t convert this.{' '}
        <WhoOpens requiredRights={closed.flatMap((target) => people[target].requiredRights)} />
      </p>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {targets.map((target, index) => (
        <Button
          key={target}
          data-key={index === 0 ? 'c' : 'C'}
          size="sm"
          variant="outline"
          onClick={() => onConvert(target)}
        >
          <UserRoundPlus aria-hidden="true" />
          Convert to {people[target].label.one}
        </Button>
      ))}
    </div>
  )
}

/** How long a conversion can be undone; the database enforces the same. */
const DAY_MS = 86_400_000

interface DoneProps extends Pick<ConvertedProps, 'submission' | 'people'> {
  conversion: Conversion
}

function Done({ submission, conversion, people }: DoneProps) {
  const { can, user } = useAuth()
  const target = `${conversion.kind}s` as Target
  const removal = useMutation(undoConversion(submission, target))
  const [now] = useState(Date.now)
  const { slug, requiredRights, label } = people[target]
  const id = conversion.mentor_id ?? conversion.mentee_id ?? conversion.trainer_id
  const mayOpen = can(...requiredRights)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-forest-700/30 bg-forest-500/8 px-3 py-2">
      <span className="flex items-center gap-2">
        <UserRoundCheck aria-hidden="true" className="size-4.5 flex-none" />
        Converted to {label.one} by {conversion.author_name ?? 'someone'}
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
        conversion.author_id === user?.id &&
        now - Date.parse(conversion.converted_at) < DAY_MS && (
          <Button
            variant="ghost"
            size="sm"
            loading={removal.isPending}
            onClick={() => removal.mutate()}
          >
            Undo conversion
          </Button>
        )}
    </p>
  )
}
