import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { paths } from '@/shared/config/paths'
import { discardDraft } from '@/shared/forms/draft-storage'
import { fold } from '@/shared/lib/fold'
import { isEditable, type Resource } from '@/engine/core/define-resource'
import { ResourceForm } from '@/engine/write/resource-dialog'
import { SimilarRows, useSimilarRows } from '@/engine/write/similar-rows'
import { Failure } from '@/shared/account-ui/failure'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { EditorDialog } from '@/shared/account-ui/editor-dialog'
import { Field } from '@/shared/ui/field'
import { Loading } from '@/shared/account-ui/loading'
import { choiceLabel, programInterests } from '@/shared/data/form-choices'
import { prefill } from './prefill'
import type { OnUndoable } from '@/features/submissions/common/undo'
import { titleOf } from '@/features/submissions/common/queues'
import type { FullSubmission } from '@/features/submissions/common/submission-queries'
import {
  activeProgramsQuery,
  childQuery,
  similarPeople,
  convertSubmission,
} from './convert-submission'
import type { Target } from '@/shared/submissions/kinds'

interface ConvertProps {
  submission: FullSubmission
  target: Target
  /** The list that the person joins, with its form */
  resource: Resource
  onUndoable: OnUndoable
  onConverted: () => void
}

/** Filled in from the application; staff confirm or correct it. */
export function ConvertDialog({ onClose, ...props }: ConvertProps & { onClose: () => void }) {
  const { submission, target, resource, onConverted } = props
  const draft = useStaffDraftName(`convert:${target}:${submission.id}`)
  const isMentee = target === 'mentees'
  const child = useQuery({ ...childQuery(submission.id), enabled: isMentee })
  const isDone = useRef(false)

  return (
    <EditorDialog
      draft={draft}
      title={`Convert to ${resource.label.one}`}
      description={
        isMentee
          ? `The child of ${titleOf(submission)}, from ${submission.reference}. Opening the child’s details was recorded.`
          : `${titleOf(submission)}, from ${submission.reference}.`
      }
      onClose={onClose}
      // The focus has moved on to the next submission.
      onCloseAutoFocus={(event) => isDone.current && event.preventDefault()}
    >
      {child.isLoading || child.isLoadingError ? (
        <Loading query={child} title="The child’s details could not be opened." className="my-10" />
      ) : (
        <ConvertForm
          {...props}
          draft={draft}
          childName={child.data?.child_name ?? null}
          onConverted={() => {
            isDone.current = true
            onConverted()
          }}
          onClose={onClose}
        />
      )}
    </EditorDialog>
  )
}

interface ConvertFormProps extends ConvertProps {
  draft: string | undefined
  childName: string | null
  onClose: () => void
}

function ConvertForm(props: ConvertFormProps) {
  const { submission, target, resource, draft, childName } = props
  const { onUndoable, onConverted, onClose } = props
  const mayPlace = useAuth().can('can_manage_programs')
  const [id] = useState(() => crypto.randomUUID())
  const [prefilled] = useState(() => prefill(submission, childName))
  const [program, setProgram] = useState<string>()
  const programs = useQuery({ ...activeProgramsQuery, enabled: mayPlace })
  const adding = useMutation(convertSubmission(submission, target, resource, onUndoable))
  const linking = useMutation(convertSubmission(submission, target, resource, onUndoable))
  const { similar, isWarned } = useSimilarRows((values, signal) =>
    similarPeople(submission.id, target, { ...values, id }, signal),
  )
  const warnAtOnce = useEffectEvent(() => void isWarned(prefilled))
  useEffect(() => warnAtOnce(), [])
  const asked = submission.program && fold(choiceLabel(programInterests, submission.program))
  const chosen = program ?? programs.data?.find(({ name }) => fold(name) === asked)?.id ?? ''

  if (!isEditable(resource)) return null
  const { one } = resource.label
  function linked() {
    if (draft !== undefined) discardDraft(draft)
    onConverted()
    onClose()
  }
  return (
    <ResourceForm
      resource={resource}
      draft={draft}
      prefilled={prefilled}
      saveLabel={`Convert to ${similar.length > 0 ? 'another ' : ''}${one}`}
      save={async (entered) => {
        if (!(await isWarned(entered))) return 'warned'
        await adding.mutateAsync({ person: id, entered, program: chosen })
        onConverted()
        return undefined
      }}
      warning={
        similar.length > 0 && (
          <SimilarRows
            rows={similar}
            one={one}
            list={`${paths.crm}?tab=${resource.slug}`}
            actionOf={({ id: person, name }) => (
              <Button
                variant="outline"
                size="sm"
                className="mt-1"
                loading={linking.isPending && linking.variables.person === person}
                disabled={linking.isPending || adding.isPending}
                onClick={() => linking.mutate({ person, program: chosen }, { onSuccess: linked })}
              >
                Link to this {one}
                <span className="sr-only"> ({name})</span>
              </Button>
            )}
          />
        )
      }
    >
      <Failure of={linking} title="Not linked" />
      {mayPlace && (
        <Field
          label="Add to program"
          error={programs.isError ? 'The programs could not be loaded.' : undefined}
          as={ChoiceSelect}
          choices={(programs.data ?? []).map((one) => ({ id: one.id, label: one.name }))}
          none="None for now"
          value={chosen}
          onChange={({ target: { value } }) => setProgram(value)}
        />
      )}
    </ResourceForm>
  )
}
