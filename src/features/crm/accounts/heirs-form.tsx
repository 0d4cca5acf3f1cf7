import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useEditor } from '@/shared/account-ui/editor-dialog'
import { Failure } from '@/shared/account-ui/failure'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { formatDay } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field } from '@/shared/ui/field'
import type { Chosen, Heir, Part } from './leaving-queries'

const keyOf = ({ kind, part }: Part) => `${kind}:${part}`

const words: Readonly<Record<string, readonly [string, string]>> = {
  submissions: ['open submission', 'open submissions'],
  tasks: ['task', 'tasks'],
  programs: ['program', 'programs'],
  matches: ['supervised match', 'supervised matches'],
  deputies: ['match as deputy', 'matches as deputy'],
  views: ['shared view', 'shared views'],
  campaigns: ['scheduled campaign', 'scheduled campaigns'],
}

/** Like "6 tasks on mentors". */
function partInWords({ kind, part, items }: Part): string {
  const [one, many] = words[kind] ?? [kind, kind]
  const tables = part.split(',').map((table) => optionLabel(table).toLowerCase())
  const about =
    kind === 'tasks'
      ? part
        ? ` on ${tables.join(' or ')}`
        : ' without a record'
      : kind === 'views'
        ? ` of ${tables.join()}`
        : kind === 'campaigns' && part
          ? ` that need ${tables.join(' and ')}`
          : ''
  return `${items.toLocaleString('en-US')} ${items === 1 ? one : many}${about}`
}

const heirInWords = ({ name, ends_on, cover }: Heir) =>
  ends_on ? `${name} (away until ${formatDay(ends_on)}, covered by ${cover})` : name

interface HeirsFormProps {
  parts: readonly Part[]
  /** What the button does, like "Hand over and end the rights" */
  action: string
  /** Hands the parts over to those who were chosen. */
  handOver: UseMutationOptions<number, Error, readonly Chosen[]>
  /** After a failure: new work may have come in. */
  again: () => void
  onDone: () => void
  children?: ReactNode
}

const nobody = 'nobody'

/** Asks who takes over each part of an account's open work: a colleague or nobody. */
export function HeirsForm({ parts, action, handOver, again, onDone, children }: HeirsFormProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const [isMissing, setMissing] = useState(false)
  const handing = useMutation(handOver)
  const { close, send } = useEditor({
    isDirty: Object.keys(chosen).length > 0,
    isSaving: handing.isPending,
  })
  const open = parts.filter((part) => !chosen[keyOf(part)])

  function finish() {
    setMissing(open.length > 0)
    if (open.length > 0 || handing.isPending) return
    send()
    const heirs = parts.map((part) => {
      const heir = chosen[keyOf(part)]!
      return { kind: part.kind, part: part.part, heir: heir === nobody ? null : heir }
    })
    handing.mutate(heirs, {
      onSuccess: () => {
        close()
        onDone()
      },
      onError: again,
    })
  }

  return (
    <form
      aria-label="Heirs"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        finish()
      }}
    >
      {children}
      {parts.map((part) => {
        const key = keyOf(part)
        return (
          <Field
            key={key}
            label={partInWords(part)}
            required
            as={ChoiceSelect}
            value={chosen[key] ?? ''}
            none="Choose who takes over"
            choices={[
              ...part.heirs.map((heir) => ({ id: heir.id, label: heirInWords(heir) })),
              { id: nobody, label: part.kind === 'campaigns' ? 'Nobody: drafts again' : 'Nobody' },
            ]}
            error={isMissing && !chosen[key] ? 'Please choose a colleague or nobody' : undefined}
            onChange={({ target }: { target: { value: string } }) =>
              setChosen({ ...chosen, [key]: target.value })
            }
          />
        )
      })}
      <Failure of={handing} title="Nothing was handed over." />
      <FormFooter isSaving={handing.isPending} save={action} variant="danger" />
    </form>
  )
}
