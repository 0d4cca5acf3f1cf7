import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { optionalLine, requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { Button } from '@/shared/ui/button'
import { pick } from '@/engine/core/row-changes'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import {
  renameGroup,
  saveAddress,
  saveTraits,
  type Address,
  type Group,
  type Ties,
  type Traits,
} from './ties-queries'

interface DialogProps {
  onClose: () => void
}

const addressSchema = z
  .object({
    street: requiredLine(200),
    city: optionalLine(200),
    region: optionalLine(200),
    postal_code: optionalLine(200),
    country: optionalLine(200),
  })
  .refine(({ city, postal_code }) => city !== null || postal_code !== null, {
    path: ['city'],
    error: 'Please fill in a city or postal code',
  })

interface AddressDialogProps extends DialogProps {
  person: string
  stored: Address | null
}

export function AddressDialog({ person, stored, onClose }: AddressDialogProps) {
  const saving = useMutation(saveAddress(person))
  const form = useSchemaForm(addressSchema, {
    street: stored?.street ?? '',
    city: stored?.city ?? '',
    region: stored?.region ?? '',
    postal_code: stored?.postal_code ?? '',
    country: stored?.country ?? '',
  })
  const save = (to: Address | null, title: string) =>
    saving.mutate({ to, from: stored, title }, { onSuccess: onClose })
  return (
    <FormDialog
      size="sm"
      title="Postal address"
      description="For labels and letters."
      form={form}
      saving={saving}
      save="Save address"
      failed="The address was not saved."
      onSubmit={(address) => save(address, 'Address saved')}
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="street" label="Street" required autoComplete="off" />
          <Field name="city" label="City" autoComplete="off" />
          <Field name="region" label="State or region (optional)" autoComplete="off" />
          <Field name="postal_code" label="Postal code" autoComplete="off" />
          <Field
            name="country"
            label="Country (optional)"
            hint="Leave it empty for letters within the country."
            autoComplete="off"
          />
          {stored && (
            <Button
              variant="outline"
              size="sm"
              className="justify-self-start"
              onClick={() => !saving.isPending && save(null, 'Address removed')}
            >
              Remove address
            </Button>
          )}
        </>
      )}
    </FormDialog>
  )
}

const traitsSchema = z.object({
  name: requiredLine(200),
  kind: z.enum(['person', 'household', 'organization']),
  language: optionalLine(60),
  is_deceased: z.boolean(),
  do_not_contact: z.boolean(),
  wants_paper: z.boolean(),
})

interface TraitsDialogProps extends DialogProps {
  person: string
  name: string
  ties: Ties
}

export function TraitsDialog({ person, name, ties, onClose }: TraitsDialogProps) {
  const saving = useMutation(saveTraits(person))
  const [from] = useState<Traits>(ties)
  const form = useSchemaForm(traitsSchema, {
    kind: from.kind,
    is_deceased: from.is_deceased,
    do_not_contact: from.do_not_contact,
    wants_paper: from.wants_paper,
    name: from.name ?? name,
    language: from.language ?? '',
  })
  function submit({ name: typed, ...marks }: z.output<typeof traitsSchema>) {
    const isNew = from.name !== null && typed !== from.name
    const now = { ...marks, ...(isNew && { name: typed, is_renamed: true }) }
    const keys = Object.keys(now).filter((key) => now[key as never] !== from[key as never])
    if (keys.length === 0) return onClose()
    // Undoing the name also restores whether it is a couple's.
    const replaced = isNew ? [...keys, 'is_couple'] : keys
    const change = { to: pick(now, keys), from: pick({ ...from }, replaced) }
    saving.mutate({ ...change, title: 'Saved' }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      size="sm"
      title={`About ${name}`}
      description="Colleagues who can see this person can see it too."
      form={form}
      saving={saving}
      save="Save"
      failed="This was not saved."
      onSubmit={submit}
      onClose={onClose}
    >
      {(Field, Tick) => (
        <>
          {from.name !== null && (
            <Field
              name="name"
              label="Name"
              required
              hint="Receipts and letters use it."
              autoComplete="off"
            />
          )}
          <Field
            name="kind"
            label="This is"
            as={ChoiceSelect}
            none="Choose one"
            choices={[
              { id: 'person', label: 'A person' },
              { id: 'household', label: 'A household' },
              { id: 'organization', label: 'An organization' },
            ]}
          />
          <Field name="language" label="Language (optional)" autoComplete="off" />
          <Tick
            name="wants_paper"
            label="Receipts by post"
            description="The year’s receipt is printed, not emailed, if there is a postal address."
          />
          <Tick
            name="do_not_contact"
            label="Do not contact"
            description="Left out of campaigns and letters."
          />
          <Tick
            name="is_deceased"
            label="Deceased"
            description="Left out of campaigns and letters."
          />
        </>
      )}
    </FormDialog>
  )
}

const nameSchema = z.object({ name: requiredLine(300) })

export function GroupNameDialog({ group, onClose }: DialogProps & { group: Group }) {
  const saving = useMutation(renameGroup(group.id))
  const form = useSchemaForm(nameSchema, { name: group.name ?? '' })
  return (
    <FormDialog
      size="sm"
      title={group.name ? 'Rename' : 'Name it'}
      description="As you would write it on an envelope."
      form={form}
      saving={saving}
      save="Save name"
      failed="The name was not saved."
      onSubmit={({ name }) =>
        saving.mutate({ to: name, from: group.name, title: 'Renamed' }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {(Field) => <Field name="name" label="Name" required hint="Letters to its members use it." />}
    </FormDialog>
  )
}
