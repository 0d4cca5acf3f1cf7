import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { DialogFooter } from '@/shared/ui/dialog'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field } from '@/shared/ui/field'
import type { ImportForm } from '../core/define-resource'
import { isRequired, type Mapping } from './columns'
import type { ChosenFile } from './read-csv'
import { Step } from './step'

interface ColumnsStepProps {
  form: ImportForm
  file: ChosenFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
  onBack: () => void
  onNext: () => void
}

/** Which column of the file is which field; each field is filled by one at most. */
export function ColumnsStep({ form, file, mapping, onChange, onBack, onNext }: ColumnsStepProps) {
  const fields = Object.entries(form.fields)
  const choices = fields.map(([id, { label }]) => ({
    id,
    label: isRequired(form, id) ? `${label} *` : label,
  }))
  const missing = fields.filter(([key]) => isRequired(form, key) && !mapping.includes(key))

  function choose(column: number, key: string) {
    onChange(
      mapping.map((one, at) => (at === column ? key || undefined : one === key ? undefined : one)),
    )
  }

  return (
    <Step number={2} title="Match the columns">
      <p className="mb-4 break-words text-ink-soft">
        {file.name}: {file.rows.length.toLocaleString('en-US')}{' '}
        {file.rows.length === 1 ? 'row' : 'rows'}
      </p>
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
      {missing.length > 0 && (
        <Alert tone="warning" role="status" className="mt-5">
          Please choose a column for: {missing.map(([, { label }]) => label).join(', ')}.
        </Alert>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>
          Another file
        </Button>
        <Button onClick={onNext} disabled={missing.length > 0}>
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
