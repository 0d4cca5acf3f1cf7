import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { requiredEmail } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { linkAccount } from './mentor-account-queries'

const schema = z.object({ address: requiredEmail })

interface LinkDialogProps {
  mentor: string
  /** On the mentor's record, as a first guess */
  email: string | null
  onClose: () => void
}

/** Links an account to a mentor, by its address. */
export function LinkDialog({ mentor, email, onClose }: LinkDialogProps) {
  // A second try meets the first one's row.
  const [link] = useState(() => crypto.randomUUID())
  const saving = useMutation(linkAccount)
  const form = useSchemaForm(schema, { address: email ?? '' })
  return (
    <FormDialog
      size="sm"
      title="Link an account"
      description="It sees the first names of this mentor's mentees, and logs meetings with them. If its address changes, the link ends."
      form={form}
      saving={saving}
      save="Link"
      failed="The account was not linked."
      onSubmit={({ address }) => saving.mutate({ link, mentor, address }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(Field) => (
        <Field
          name="address"
          label="Email of the account"
          hint="The mentor signed up with it, and confirmed it."
          type="email"
          required
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
