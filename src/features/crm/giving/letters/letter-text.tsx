import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'

interface LetterTextProps {
  text: string
  original: string
  onChange: (text: string) => void
  /** For what it is filled in, like "donor" */
  each: string
  fields: readonly string[]
  /** The merge fields that no letter can fill in */
  missing: readonly string[]
}

/** The text of a letter with merge fields, and a way back to the original. */
export function LetterText({ text, original, onChange, each, fields, missing }: LetterTextProps) {
  return (
    <>
      <Field
        label="Text"
        description={`Filled in for each ${each}: ${fields.map((name) => `{{${name}}}`).join(', ')}.`}
        error={
          missing.length > 0 ? `No letter can fill in {{${missing.join('}}, {{')}}}.` : undefined
        }
        rows={9}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {text !== original && (
        <Button variant="outline" className="justify-self-start" onClick={() => onChange(original)}>
          Use the original text
        </Button>
      )}
    </>
  )
}
