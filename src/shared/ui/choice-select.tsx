import { NativeSelect, type NativeSelectProps } from './native-select'

export type Choices = readonly { id: string; label: string }[]

interface ChoiceSelectProps extends Omit<NativeSelectProps, 'children'> {
  choices: Choices
}

/** Begins without a choice. */
export function ChoiceSelect({ choices, ...props }: ChoiceSelectProps) {
  return (
    <NativeSelect {...props}>
      <option value="">Choose one</option>
      {choices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}
