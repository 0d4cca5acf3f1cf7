import { optionLabel } from '@/shared/lib/option-label'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { DialogFooter } from '@/shared/ui/dialog'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field } from '@/shared/ui/field'
import type { ImportForm } from '../core/define-resource'
import { isRequired, readOtherwise, type Mapping } from './columns'
import { FormatQuestions, LettersQuestion, ValueQuestions, type PlanProps } from './plan-questions'
import { columnsBesides, openQuestions } from './plan'
import { NotImported } from './check-parts'
import type { ChosenFile, ReadAs } from './read-csv'
import { shapeOf } from './shapes'
import { Step } from './step'

interface ColumnsStepProps extends PlanProps {
  form: ImportForm
  file: ChosenFile
  onMap: (mapping: Mapping) => void
  /** Why the file could not be read again */
  problem: string | undefined
  onReadAgain: (readAs: ReadAs) => void
  onBack: () => void
  onNext: () => void
}

const list = (texts: readonly string[]) => new Intl.ListFormat('en-US').format(texts)

/** Matches the file's columns to fields, and asks what the file leaves open. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { form, file, plan, problem, onMap, onChoose, onReadAgain, onBack, onNext } = props
  const { mapping } = plan
  const { joined = [] } = form
  const shape = shapeOf(file.header)
  const open = openQuestions(form, plan)
  const { renamed, rivals } = readOtherwise(file.header, form, mapping)
  const fields = Object.entries(form.fields)
  const choices = fields.map(([id, { label }]) => ({
    id,
    label: isRequired(form, id) ? `${label} *` : label,
  }))

  /** A field is filled by one column, or by several together. */
  function choose(column: number, key: string) {
    const isGivenUp = (one: string | undefined) => one === key && !joined.includes(key)
    onMap(
      mapping.map((one, at) =>
        at === column ? key || undefined : isGivenUp(one) ? undefined : one,
      ),
    )
  }

  return (
    <Step number={2} title="Match the columns">
      <p className="mb-4 break-words text-ink-soft">
        {file.name}: {file.rows.length.toLocaleString('en-US')}{' '}
        {file.rows.length === 1 ? 'row' : 'rows'}.{shape && ` These look like ${shape.name}.`}
        {file.headerRow > 1 &&
          ` The columns are named in row ${file.headerRow}; lines above it are left out.`}
      </p>
      {problem && (
        <Alert tone="danger" role="alert" className="mb-4">
          {problem}
        </Alert>
      )}
      <ul className="mb-4 grid gap-1 break-words text-ink-soft empty:hidden" dir="auto">
        {renamed.length > 0 && (
          <li>
            {list(renamed.map(({ column, label }) => `${column} is taken as ${label}`))}. You can
            change it below.
          </li>
        )}
        {rivals.map(({ column, label }) => (
          <li key={column}>
            {column} could be {label} too, and is skipped: each field takes one column.
          </li>
        ))}
        {Object.entries(plan.always).map(([key, value]) => (
          <li key={key}>
            {form.fields[key]!.label} is {optionLabel(value)} in all rows.
          </li>
        ))}
      </ul>
      <NotImported
        className="mb-4"
        file={file}
        mapping={mapping}
        besides={columnsBesides(form, plan)}
      />
      <Field
        className="mb-4 sm:max-w-md"
        label="Row with the names of the columns"
        as={ChoiceSelect}
        choices={file.top.map((line, at) => ({
          id: String(at + 1),
          label: `Row ${at + 1}: ${line.slice(0, 60) || 'empty'}`,
        }))}
        value={String(file.headerRow)}
        onChange={({ target }) => {
          const { encoding } = file.letters ?? {}
          onReadAgain({ headerRow: Number(target.value), ...(encoding && { encoding }) })
        }}
      />
      {plan.sponsor !== undefined && (
        <Field
          className="mb-4 sm:max-w-md"
          label="Who pays these grants"
          description="The sponsor of the funds, like Vanguard Charitable. The receipts are theirs."
          value={plan.sponsor}
          onChange={({ target }) => onChoose({ sponsor: target.value })}
        />
      )}
      <LettersQuestion file={file} onReadAgain={onReadAgain} />
      <div className="grid gap-4 sm:grid-cols-2">
        {file.header.map((name, column) => (
          <Field
            // Two columns may have one name.
            key={`${column} ${name}`}
            label={name || `Column ${column + 1}`}
            description={<Samples rows={file.rows} column={column} />}
            as={ChoiceSelect}
            choices={choices}
            none="Skip"
            value={mapping[column] ?? ''}
            onChange={({ target }) => choose(column, target.value)}
          />
        ))}
      </div>
      <FormatQuestions {...props} />
      <ValueQuestions {...props} />
      {open.length > 0 && (
        <Alert tone="warning" role="status" className="mt-5">
          Please choose {list(open)}.
        </Alert>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>
          Another file
        </Button>
        <Button onClick={onNext} disabled={open.length > 0}>
          Check the rows
        </Button>
      </DialogFooter>
    </Step>
  )
}

/** The first values that the column has. */
function Samples({ rows, column }: { rows: readonly string[][]; column: number }) {
  const samples: string[] = []
  for (const cells of rows.slice(0, 100)) {
    const cell = cells[column]?.trim()
    if (cell && !samples.includes(cell)) samples.push(cell)
    if (samples.length === 3) break
  }
  return (
    <span className="line-clamp-2 break-words" dir="auto">
      {samples.map((sample) => sample.slice(0, 80)).join(' · ') || 'Empty'}
    </span>
  )
}
