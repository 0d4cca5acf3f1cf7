import { useMutation } from '@tanstack/react-query'
import { Button } from '@/shared/ui/button'
import { SensitiveBadge } from '@/shared/ui/sensitive-badge'
import { openProtectedFields } from './changes'
import { Fields } from './fields'

/** What an application says about a child: shown after a deliberate press, until another is opened. */
export function ChildDetails({ submissionId }: { submissionId: string }) {
  const opening = useMutation(openProtectedFields(submissionId))
  if (!opening.isSuccess) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="outline"
          size="sm"
          loading={opening.isPending}
          onClick={() => opening.mutate()}
        >
          Show the child’s details
        </Button>
        <p className="text-xs text-ink-soft">That you opened them is recorded.</p>
      </div>
    )
  }
  const { child_name: name, child_age: age, special_needs: needs } = opening.data ?? {}
  const fields = [
    { label: 'Child’s name', value: name ?? null },
    { label: 'Child’s age', value: age ?? null },
    { label: 'Special needs', value: needs ?? null },
  ].filter(({ value }) => value !== null)
  return (
    <div
      role="status"
      className="grid gap-2 rounded-control border border-tone-orange-ink/30 bg-tone-orange-soft/40 px-3 py-2.5"
    >
      <div>
        <SensitiveBadge />
      </div>
      {fields.length > 0 ? <Fields fields={fields} /> : <p>Nothing is said about a child.</p>}
    </div>
  )
}
