import { NativeSelect, type NativeSelectProps } from '@/shared/ui/native-select'

interface ChoiceSelectProps extends Omit<NativeSelectProps, 'children'> {
  choices: readonly { id: string; label: string }[]
}

/** Begins with no choice made, which is stored as nothing or refused by the form's schema. */
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
