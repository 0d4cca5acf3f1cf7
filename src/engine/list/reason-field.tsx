import { Field } from '@/shared/ui/field'

/** As the database has them */
const REASON_LENGTH = { least: 10, most: 500 }

export const isTooShort = (reason: string) => reason.trim().length < REASON_LENGTH.least

interface ReasonFieldProps {
  /** What the log counts beside it, like "rows" */
  counted: string
  value: string
  onChange: (reason: string) => void
  /** After a try a missing reason is an error. */
  isTried: boolean
}

/** Why protected fields leave the app. */
export function ReasonField({ counted, value, onChange, isTried }: ReasonFieldProps) {
  return (
    <Field
      label="Reason"
      description={`The log keeps it, with the number of ${counted}.`}
      error={
        isTried && isTooShort(value)
          ? `Please write at least ${REASON_LENGTH.least} characters.`
          : undefined
      }
      required
      rows={3}
      maxLength={REASON_LENGTH.most}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
