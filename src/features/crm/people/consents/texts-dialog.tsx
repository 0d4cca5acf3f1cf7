import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { useAuth } from '@/shared/auth/auth-context'
import { consentTitles } from '@/shared/data/consents'
import { requiredText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDate } from '@/shared/lib/format-date'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { saveConsentText, type ConsentText } from './consent-queries'

interface TextsDialogProps {
  texts: ConsentText[]
  onClose: () => void
}

/** The texts that guardians read; admins change them. */
export function TextsDialog({ texts, onClose }: TextsDialogProps) {
  const { can } = useAuth()
  const [edited, setEdited] = useState<ConsentText>()
  if (edited) return <TextDialog text={edited} onClose={() => setEdited(undefined)} />
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Texts of the consents"
        description="Parents and guardians read these before they answer."
      >
        {texts.map((text) => (
          <section
            key={text.kind}
            aria-label={consentTitles[text.kind]}
            className="border-b border-line py-3 last:border-b-0"
          >
            <div className="flex items-center justify-between gap-2">
              <h3 className="font-sans text-base font-semibold">{consentTitles[text.kind]}</h3>
              {can('admin') && (
                <Button variant="outline" size="sm" onClick={() => setEdited(text)}>
                  Change<span className="sr-only"> {consentTitles[text.kind]}</span>
                </Button>
              )}
            </div>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{text.words}</p>
            <p className="mt-1 text-sm text-ink-soft">
              Version {text.version}, since {formatDate(text.since)}
            </p>
          </section>
        ))}
        <DialogFooter>
          <DialogClose>Done</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

const schema = z.object({ words: requiredText(2000) })

function TextDialog({ text, onClose }: { text: ConsentText; onClose: () => void }) {
  const saving = useMutation(saveConsentText)
  const form = useSchemaForm(schema, { words: text.words })
  return (
    <FormDialog
      title={consentTitles[text.kind]}
      description="A new text asks every parent and guardian again. Earlier answers stay with the text they read."
      form={form}
      saving={saving}
      save="Save text"
      failed="The text was not saved."
      onSubmit={({ words }) =>
        saving.mutate({ kind: text.kind, words, replaced: text.version }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {(Field) => <Field name="words" label="Text" required rows={4} />}
    </FormDialog>
  )
}
