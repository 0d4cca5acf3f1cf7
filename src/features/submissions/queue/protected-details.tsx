import { useMutation } from '@tanstack/react-query'
import { OpenButton, SensitiveBox } from '@/engine/record/protected-fields'
import { openProtectedFields } from './changes'
import { Fields } from './submission-parts'
import type { SubmissionKind } from '@/shared/submissions/kinds'
import type { Submission } from '@/features/submissions/common/queues'

const words: Partial<Record<SubmissionKind, { open: string; nothing: string }>> = {
  program: { open: 'Show the child’s details', nothing: 'No child’s details were given.' },
  registration: {
    open: 'Show needs and emergency contact',
    nothing: 'No needs or emergency contact were given.',
  },
  pledge: { open: 'Show who to tell', nothing: 'There is nobody to tell.' },
}

/** Details that a click shows, until another submission opens. */
export function ProtectedDetails({ submission }: { submission: Submission }) {
  const opening = useMutation(openProtectedFields(submission))
  const text = words[submission.kind]
  if (!text) return null
  if (!opening.isSuccess) {
    return (
      <OpenButton isOpening={opening.isPending} onOpen={() => opening.mutate()}>
        {text.open}
      </OpenButton>
    )
  }
  return (
    <SensitiveBox>
      {opening.data.length > 0 ? <Fields fields={opening.data} /> : <p>{text.nothing}</p>}
    </SensitiveBox>
  )
}
