import { NativeSelect, type NativeSelectProps } from '@/shared/ui/native-select'

interface ChoiceSelectProps extends Omit<NativeSelectProps, 'children'> {
  choices: readonly { id: string; label: string }[]
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
