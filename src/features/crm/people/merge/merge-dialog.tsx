import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isolated } from '@/shared/lib/isolated'
import { formatDate } from '@/shared/lib/format-date'
import { useDebounced } from '@/shared/lib/use-debounced'
import type { Resource, Row } from '@/engine/core/define-resource'
import { shown } from '@/engine/record/changes'
import { recordQuery, pageQuery } from '@/engine/core/resource-queries'
import { pick } from '@/engine/core/row-changes'
import { reasonText } from '@/engine/write/similar-rows'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Failure } from '@/shared/account-ui/failure'
import { Input } from '@/shared/ui/input'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Loading } from '@/shared/account-ui/loading'
import { SensitiveBadge } from '@/shared/account-ui/sensitive-badge'
import { MergePreviewParts, RadioCard, RadioGroup, useMergeChoices } from './merge-preview'
import {
  bothQuery,
  mergePeople,
  recordsPreviewQuery,
  similarQuery,
  type Merge,
  type PersonTable,
} from './merge-queries'

const DEBOUNCE_MS = 250

const sides = ['kept', 'merged'] as const
const sideLabels = { kept: 'Record to keep', merged: 'Other record' }

interface MergeDialogProps {
  table: PersonTable
  resource: Resource
  /** The record that is kept. */
  id: string
  onClose: () => void
}

/** Merges two rows: first the user picks the other one, then the winning value of each field. */
export function MergeDialog({ table, resource, id, onClose }: MergeDialogProps) {
  const kept = useQuery(recordQuery(resource, id))
  const [otherId, setOtherId] = useState<string>()
  const merge = useMutation(mergePeople(table))
  const name = kept.data ? isolated(resource.title(kept.data)) : `a ${resource.label.one}`
  return (
    <Dialog open onOpenChange={() => !merge.isPending && onClose()}>
      <DialogContent
        size="lg"
        title={`Merge ${name} with another`}
        description="Everything that belongs to the other record moves here, and that record leaves the list. You can undo this for 30 days."
      >
        {!kept.data ? (
          <Loading query={kept} what={`The ${resource.label.one}`} className="my-10" />
        ) : otherId === undefined ? (
          <ChooseOther table={table} resource={resource} kept={kept.data} onChoose={setOtherId} />
        ) : (
          <Compare
            key={otherId}
            table={table}
            resource={resource}
            kept={kept.data}
            otherId={otherId}
            merge={merge}
            onBack={() => {
              merge.reset()
              setOtherId(undefined)
            }}
            onMerged={onClose}
            onLookAgain={() => void kept.refetch()}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

interface ChooseOtherProps {
  table: PersonTable
  resource: Resource
  kept: Row
  onChoose: (id: string) => void
}

function ChooseOther({ table, resource, kept, onChoose }: ChooseOtherProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim(), DEBOUNCE_MS)
  const similar = useQuery(similarQuery(table, comparedOf(resource, kept)))
  const found = useQuery({
    ...pageQuery(resource, {
      search,
      filters: {},
      sort: { key: 'created_at', descending: true },
      page: 1,
    }),
    enabled: search !== '',
  })
  const others = (found.data ?? []).filter(({ id }) => id !== kept.id)
  return (
    <div className="grid gap-5">
      {!similar.data ? (
        <Loading
          query={similar}
          what="Possible duplicates"
          label="Looking for duplicates..."
          className="my-4"
        />
      ) : similar.data.length > 0 ? (
        <section aria-label="Possible duplicates">
          <h3 className="pb-1.5 text-base font-semibold">Possible duplicates</h3>
          <Choices
            onChoose={onChoose}
            choices={similar.data.map((row) => ({
              ...row,
              text: [reasonText(row), row.email, row.phone],
            }))}
          />
        </section>
      ) : (
        <p className="text-ink-soft">No one has the same address, phone number or name.</p>
      )}
      <section aria-label="Others" className="grid gap-2">
        <Input
          type="search"
          aria-label={`Search ${resource.label.many}`}
          placeholder={`Search other ${resource.label.many}`}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {search !== '' &&
          (!found.data ? (
            <Loading query={found} title="The search failed." className="my-4" />
          ) : (
            <>
              <p role="status" className={others.length > 0 ? 'sr-only' : 'text-ink-soft'}>
                {others.length > 0 ? `${others.length} found` : 'No people found'}
              </p>
              <Choices
                onChoose={onChoose}
                choices={others.map((row) => ({
                  id: row.id,
                  name: isolated(resource.title(row)),
                  text: [row.email, row.phone] as (string | null | undefined)[],
                }))}
              />
            </>
          ))}
      </section>
    </div>
  )
}

interface ChoicesProps {
  choices: readonly {
    id: string
    name: string
    text: readonly (string | null | undefined)[]
  }[]
  onChoose: (id: string) => void
}

function Choices({ choices, onChoose }: ChoicesProps) {
  return (
    <ul className="divide-y divide-line rounded-control border border-line empty:hidden">
      {choices.map(({ id, name, text }) => (
        <li key={id}>
          <button
            type="button"
            className="w-full px-3 py-2 text-start hover:bg-paper-sunken focus-visible:-outline-offset-2"
            onClick={() => onChoose(id)}
          >
            <span className="block font-semibold break-words" dir="auto">
              {name}
            </span>
            <span className="block text-sm break-words text-ink-soft">
              {text.filter(Boolean).join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface CompareProps {
  table: PersonTable
  resource: Resource
  kept: Row
  otherId: string
  merge: UseMutationResult<string, Error, Merge>
  onBack: () => void
  onMerged: () => void
  onLookAgain: () => void
}

function Compare(props: CompareProps) {
  const { table, resource, otherId, merge, onBack, onMerged, onLookAgain } = props
  const other = useQuery(recordQuery(resource, otherId))
  const opened = useQuery({
    ...bothQuery(resource.table, props.kept.id, otherId),
    enabled: resource.protected !== undefined,
  })
  const preview = useQuery({
    ...recordsPreviewQuery(table, props.kept.id, otherId),
    // Differences between a child's two records show once both are open.
    enabled: !resource.protected || opened.isSuccess,
  })
  /** The columns with an explicit choice; in all others the value that is not empty wins. */
  const [chosen, setChosen] = useState<Readonly<Record<string, (typeof sides)[number]>>>({})

  const kept = { ...props.kept, ...opened.data?.[props.kept.id] }
  const merged: Row | undefined = other.data
    ? { ...other.data, ...opened.data?.[otherId] }
    : undefined
  const winner = (key: string) => chosen[key] ?? (kept[key] === null ? 'merged' : 'kept')
  /** The record loses its email, so no mail goes there. */
  const lost = (winner('email') === 'kept' ? merged : kept)?.email
  const won = (winner('email') === 'kept' ? kept : merged)?.email
  const choices = useMergeChoices(
    preview.data,
    preview.data?.emails.filter((email) => email === lower(won) || email !== lower(lost)),
  )

  if (!merged || opened.isLoading || preview.isLoading) {
    return <Loading query={other} what={`The other ${resource.label.one}`} className="my-10" />
  }
  if (opened.isError) {
    return <LoadFailure title="The protected fields could not be opened." query={opened} />
  }
  if (preview.isError) {
    return <LoadFailure title="What differs could not be loaded." query={preview} />
  }
  const columns = columnsOf(resource)
  const different = columns.filter(({ key }) => kept[key] !== merged[key])
  const names = { kept: isolated(resource.title(kept)), merged: isolated(resource.title(merged)) }

  function confirm(form: HTMLFormElement) {
    if (!merged) return
    const taken = choices.taken(form)
    if (!taken) return
    const keys = columns.map(({ key }) => key)
    merge.mutate(
      {
        kept: kept.id,
        merged: merged.id,
        taken: different.map(({ key }) => key).filter((key) => winner(key) === 'merged'),
        seen: { kept: pick(kept, keys), merged: pick(merged, keys) },
        name: names.merged,
        ...(preview.data && { choices: taken }),
      },
      { onSuccess: onMerged },
    )
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        confirm(event.currentTarget)
      }}
    >
      <Failure of={merge} title="Nothing was merged.">
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          onClick={() => {
            merge.reset()
            onLookAgain()
            void other.refetch()
            void preview.refetch()
            if (resource.protected) void opened.refetch()
          }}
        >
          Look again
        </Button>
      </Failure>
      <p className="break-words" dir="auto">
        <b>{names.merged}</b> is merged into <b>{names.kept}</b>.{' '}
        {different.length === 0
          ? 'Both have the same details.'
          : 'Choose what to keep where they differ.'}
        {resource.protected && ' Opening the protected fields of both was recorded.'}
      </p>
      {different.length > 0 && (
        <p className="grid gap-x-2 text-sm font-semibold text-ink-soft sm:grid-cols-2">
          {sides.map((side) => (
            <span key={side}>
              {sideLabels[side]} (added {formatDate({ kept, merged }[side].created_at)})
            </span>
          ))}
        </p>
      )}
      {different.map(({ key, label }) => (
        <RadioGroup
          key={key}
          legend={
            <>
              {label} {resource.protected?.includes(key) && <SensitiveBadge />}
            </>
          }
        >
          {(name) =>
            sides.map((side) => (
              <RadioCard
                key={side}
                name={name}
                checked={winner(key) === side}
                onChoose={() => setChosen({ ...chosen, [key]: side })}
                note={<span className="sm:sr-only">{sideLabels[side]}</span>}
              >
                {shown(key, { kept, merged }[side][key])}
              </RadioCard>
            ))
          }
        </RadioGroup>
      ))}
      {preview.data && (
        <MergePreviewParts
          preview={preview.data}
          names={{ kept: 'the record to keep', merged: 'the other record' }}
          choices={choices}
        />
      )}
      <DialogFooter>
        <Button variant="outline" disabled={merge.isPending} onClick={onBack}>
          Choose another
        </Button>
        <Button type="submit" loading={merge.isPending}>
          {merge.isPending ? 'Merging...' : 'Merge into one'}
        </Button>
      </DialogFooter>
    </form>
  )
}

const lower = (email: unknown) => (typeof email === 'string' ? email.trim().toLowerCase() : null)

/** The editable columns of a person, where a merge chooses values. */
function columnsOf({ fields = {} }: Resource): { key: string; label: string }[] {
  return [
    ...Object.entries(fields).map(([key, { label }]) => ({ key, label })),
    { key: 'status', label: 'Status' },
  ]
}

const comparedOf = (resource: Resource, row: Row) =>
  pick(row, ['id', ...columnsOf(resource).map(({ key }) => key)])
