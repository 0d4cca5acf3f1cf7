import { useMutation, useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { z } from 'zod'
import { requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDateTime, formatDay } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { Loading } from '@/shared/account-ui/loading'
import { Button } from '@/shared/ui/button'
import {
  goingHomeQuery,
  recordCollection,
  undoCollection,
  type ChildGoingHome,
  type Meeting,
} from './meeting-queries'

/** Who may collect each child today, who must not, and who did. */
export function GoingHomeList({ meeting: { id, title, day } }: { meeting: Meeting }) {
  const home = useQuery(goingHomeQuery(id))
  const [other, setOther] = useState<ChildGoingHome>()
  const children = home.data?.children
  const gone = children?.filter(({ collection }) => collection).length ?? 0
  return (
    <section aria-labelledby="going-home" className="max-w-3xl">
      <h3 id="going-home" className="text-lg wrap-anywhere">
        Going home: <bdi>{title}</bdi>
      </h3>
      <p role="status" className="pb-2 text-sm text-ink-soft">
        {formatDay(day)}
        {children && children.length > 0 && ` · ${gone} of ${children.length} collected`}
      </p>
      {!home.data || !children ? (
        <Loading query={home} what="Who may collect the children" className="my-8" />
      ) : (
        <>
          {!home.data.is_today && (
            <p className="pb-2 text-ink-soft">
              Who may collect a child is shown on the day of the meeting only.
            </p>
          )}
          {children.length === 0 ? (
            <EmptyState
              title="Nobody to collect"
              text="The mentees of the program who are not marked excused or absent appear here."
            />
          ) : (
            <ul
              aria-label="Children"
              className="divide-y divide-line rounded-card border border-line bg-paper-raised"
            >
              {/* Those who are still here first. */}
              {[...children]
                .sort((one, next) => Number(!!one.collection) - Number(!!next.collection))
                .map((child) => (
                  <Child
                    key={child.id}
                    meeting={id}
                    child={child}
                    isToday={home.data.is_today}
                    onOther={() => setOther(child)}
                  />
                ))}
            </ul>
          )}
          <p className="pt-2 text-xs text-ink-soft">
            The log keeps that you opened this list, for each child.
          </p>
        </>
      )}
      {other && <SomeoneDialog meeting={id} child={other} onClose={() => setOther(undefined)} />}
    </section>
  )
}

interface ChildProps {
  meeting: string
  child: ChildGoingHome
  isToday: boolean
  onOther: () => void
}

function Child({ meeting, child, isToday, onOther }: ChildProps) {
  const recording = useMutation(recordCollection(meeting))
  const undoing = useMutation(undoCollection(meeting))
  const [newId, setNewId] = useState(() => crypto.randomUUID())
  const { id, name, may, must_not, collection } = child
  return (
    <li aria-label={name} className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="text-base font-semibold wrap-anywhere">{name}</bdi>
        {child.mark === null && !collection && (
          <span className="text-sm text-ink-soft">not marked</span>
        )}
      </p>
      {collection ? (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft svg:size-4">
          <span className="inline-flex min-w-0 items-center gap-1.5 wrap-anywhere">
            <Check aria-hidden="true" className="flex-none text-success-ink" />
            Collected by {isolated(collection.name)}, {formatDateTime(collection.at)}
            {collection.by && `, noted by ${isolated(collection.by)}`}
          </span>
          {isToday && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Take back: ${name}`}
              loading={undoing.isPending}
              onClick={() => undoing.mutate(collection.id)}
            >
              Take back
            </Button>
          )}
        </p>
      ) : (
        isToday && (
          <>
            {must_not.length > 0 && (
              <p className="mt-1 flex gap-1.5 rounded-control bg-danger-soft px-2.5 py-1.5 font-semibold text-danger-ink wrap-anywhere svg:mt-1 svg:size-4 svg:flex-none">
                <TriangleAlert aria-hidden="true" />
                Must not collect: {must_not.map((adult) => isolated(adult.name)).join(', ')}
              </p>
            )}
            <div className="mt-2 flex flex-wrap gap-2">
              {may.map((adult) => (
                <Button
                  key={adult.id}
                  variant="outline"
                  className="min-h-11 max-sm:w-full"
                  aria-label={`${adult.name} collected ${name}`}
                  loading={recording.isPending && recording.variables.adult === adult.id}
                  disabled={recording.isPending}
                  onClick={() =>
                    recording.mutate(
                      { id: newId, mentee: id, adult: adult.id },
                      { onSuccess: () => setNewId(crypto.randomUUID()) },
                    )
                  }
                >
                  {isolated(adult.name)}
                </Button>
              ))}
              {may.length === 0 && (
                <span className="self-center text-ink-soft">No adult is noted.</span>
              )}
              <Button
                variant="ghost"
                className="min-h-11 max-sm:w-full"
                aria-label={`Someone else collected ${name}`}
                onClick={onOther}
              >
                Someone else
              </Button>
            </div>
          </>
        )
      )}
    </li>
  )
}

const schema = z.object({ someone: requiredLine(200, 'Enter who collected the child.') })

interface SomeoneDialogProps {
  meeting: string
  child: ChildGoingHome
  onClose: () => void
}

function SomeoneDialog({ meeting, child, onClose }: SomeoneDialogProps) {
  const [id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(schema, { someone: '' })
  // The dialog shows a failure.
  const saving = useMutation({
    ...recordCollection(meeting),
    meta: { invalidates: [goingHomeQuery(meeting).queryKey] },
  })
  return (
    <FormDialog
      size="sm"
      title={`Who collected ${child.name}?`}
      description="Only after a guardian agreed. Write the adult’s name, or that the child went home on their own."
      form={form}
      saving={saving}
      save="Save"
      failed="This was not saved."
      onSubmit={({ someone }) =>
        saving.mutate({ id, mentee: child.id, someone: someone.trim() }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {(Field) => <Field name="someone" label="Name" required autoComplete="off" dir="auto" />}
    </FormDialog>
  )
}
