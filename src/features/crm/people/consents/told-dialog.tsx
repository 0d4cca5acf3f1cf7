import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { consentKinds, consentTitles } from '@/shared/data/consents'
import { requiredText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { recordConsent } from './consent-queries'
import { nameIn, type WithConsents } from './with-consents'

interface ToldDialogProps extends WithConsents {
  onClose: () => void
}

const schema = z.object({
  /** Child and adult */
  tie: z.string().min(1, 'Please choose who said it'),
  kind: z.enum(consentKinds, 'Please choose what it is about'),
  answer: z.enum(['yes', 'no'], 'Please choose the answer'),
  note: requiredText(500, 'Please note how you heard it'),
})

/** Notes what a guardian said on paper, by phone or in person. */
export function ToldDialog({ card, consents, onClose }: ToldDialogProps) {
  const saving = useMutation(recordConsent)
  const [id] = useState(() => crypto.randomUUID())
  const ties = card.ties.filter(({ relation }) => relation !== 'other')
  const form = useSchemaForm(schema, {
    tie: ties.length === 1 ? keyOf(ties[0]!) : '',
    kind: '',
    answer: '',
    note: '',
  } as never)
  return (
    <FormDialog
      title="Note an answer"
      description="What a parent or guardian told you on paper, by phone or in person."
      form={form}
      saving={saving}
      save="Save answer"
      failed="The answer was not saved."
      onSubmit={({ tie, kind, answer, note }) => {
        const [child = '', adult = ''] = tie.split(' ')
        const version = consents.texts.find((text) => text.kind === kind)?.version ?? 0
        saving.mutate(
          { answer_id: id, child, adult, kind, version, answer, note },
          { onSuccess: onClose },
        )
      }}
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field
            name="tie"
            label="Who, for whom"
            required
            choices={ties.map((tie) => ({
              id: keyOf(tie),
              label: `${nameIn(card, tie.adult_id)}, for ${nameIn(card, tie.child_id)}`,
            }))}
          />
          <Field
            name="kind"
            label="About"
            required
            choices={consentKinds.map((kind) => ({ id: kind, label: consentTitles[kind] }))}
          />
          <Field
            name="answer"
            label="Answer"
            required
            choices={[
              { id: 'yes', label: 'Yes' },
              { id: 'no', label: 'No, or withdrawn' },
            ]}
          />
          <Field
            name="note"
            label="How you heard it"
            hint="Such as: signed form of November 12, in the office."
            required
            rows={2}
          />
        </>
      )}
    </FormDialog>
  )
}

const keyOf = ({ child_id, adult_id }: { child_id: string; adult_id: string }) =>
  `${child_id} ${adult_id}`
