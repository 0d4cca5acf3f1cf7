import { useMutation } from '@tanstack/react-query'
import { Button } from '@/shared/ui/button'
import { SensitiveBadge } from '@/shared/ui/sensitive-badge'
import { openProtectedFields } from './changes'
import { Fields } from './submission-parts'
import type { SubmissionKind } from '@/shared/submissions/kinds'
import type { Submission } from '@/shared/submissions/queues'

const words: Partial<Record<SubmissionKind, { open: string; nothing: string }>> = {
  program: { open: 'Show the child’s details', nothing: 'No child’s details were given.' },
  registration: {
    open: 'Show needs and emergency contact',
    nothing: 'No needs or emergency contact were given.',
  },
}

/** Details that only a deliberate press shows, until another submission is opened. */
export function ProtectedDetails({ submission }: { submission: Submission }) {
  const opening = useMutation(openProtectedFields(submission))
  const text = words[submission.kind]
  if (!text) return null
  if (!opening.isSuccess) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="outline"
          size="sm"
          loading={opening.isPending}
          onClick={() => opening.mutate()}
        >
          {text.open}
        </Button>
        <p className="text-xs text-ink-soft">Opening them is recorded.</p>
      </div>
    )
  }
  return (
    <div
      role="status"
      className="grid gap-2 rounded-control border border-tone-orange-ink/30 bg-tone-orange-soft/40 px-3 py-2.5"
    >
      <div>
        <SensitiveBadge />
      </div>
      {opening.data.length > 0 ? <Fields fields={opening.data} /> : <p>{text.nothing}</p>}
    </div>
  )
}
