import { NativeSelect, type NativeSelectProps } from './native-select'

export type Choices = readonly { id: string; label: string }[]

interface ChoiceSelectProps extends Omit<NativeSelectProps, 'children'> {
  choices: Choices
  /** The label of the empty first option */
  none?: string
}

export function ChoiceSelect({ choices, none = 'Choose one', ...props }: ChoiceSelectProps) {
  return (
    <NativeSelect {...props}>
      <option value="">{none}</option>
      {choices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}
