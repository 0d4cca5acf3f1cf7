import type { ReactNode } from 'react'
import { optionLabel } from '@/shared/lib/option-label'

interface OptionsProps<Value extends string> {
  values: readonly Value[]
  labelOf?: ((value: Value) => ReactNode) | undefined
}

/** The options of a select for stored values; `in_progress` is "In progress" unless `label` differs. */
export function Options<Value extends string>({
  values,
  labelOf = optionLabel,
}: OptionsProps<Value>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {labelOf(value)}
    </option>
  ))
}
