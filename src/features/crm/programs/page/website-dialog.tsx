import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { registeredPrograms } from '@/shared/data/registered-programs'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { nameWebsiteProgram, type Header } from './program-queries'

const schema = z.object({ website: z.string() })

const choices = Object.entries(registeredPrograms).map(([id, label]) => ({ id, label }))

interface WebsiteDialogProps {
  id: string
  program: Header
  onClose: () => void
}

/** Names the website's program whose registrations are for this one. */
export function WebsiteDialog({ id, program, onClose }: WebsiteDialogProps) {
  const { name, website_program: stored } = program
  const saving = useMutation(nameWebsiteProgram(id))
  const form = useSchemaForm(schema, { website: stored ?? '' })
  const isKnown = stored === null || choices.some((choice) => choice.id === stored)
  return (
    <FormDialog
      size="sm"
      title="Program on the website"
      description={`Which registrations are for ${name}? Their seats and numbers appear on its page.`}
      form={form}
      saving={saving}
      save="Save"
      failed="The website’s program was not saved."
      onSubmit={({ website }) => saving.mutate(website || null, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(Field) => (
        <Field
          name="website"
          label="Program"
          as={ChoiceSelect}
          none="None"
          choices={isKnown ? choices : [...choices, { id: stored, label: stored }]}
        />
      )}
    </FormDialog>
  )
}
