import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { isSearchable, usePeopleSearch } from '@/engine/core/people-search'
import { optionalLine, requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Failure } from '@/shared/account-ui/failure'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Field as PlainField } from '@/shared/ui/field'
import { kindLabel } from '../person-words'
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
  kind: z.enum(['person', 'household', 'organization']),
  language: optionalLine(60),
  is_deceased: z.boolean(),
  do_not_contact: z.boolean(),
})

interface TraitsDialogProps extends DialogProps {
  person: string
  name: string
  ties: Ties
}

export function TraitsDialog({ person, name, ties, onClose }: TraitsDialogProps) {
  const saving = useMutation(saveTraits(person))
  const [from] = useState<Traits>(() => ({
    kind: ties.kind,
    language: ties.language,
    is_deceased: ties.is_deceased,
    do_not_contact: ties.do_not_contact,
  }))
  const form = useSchemaForm(traitsSchema, { ...from, language: from.language ?? '' })
  return (
    <FormDialog
      size="sm"
      title={`About ${name}`}
      description="Colleagues who see this person see it, too."
      form={form}
      saving={saving}
      save="Save"
      failed="This was not saved."
      onSubmit={(to) => saving.mutate({ to, from, title: 'Saved' }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(Field, Tick) => (
        <>
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
      onSubmit={({ name }) => saving.mutate({ name, replaced: group.name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(Field) => (
        <Field name="name" label="Name" required hint="Letters to all of its members use it." />
      )}
    </FormDialog>
  )
}

interface AddPersonDialogProps extends DialogProps {
  title: string
  adding: Pick<UseMutationResult<unknown, Error, never>, 'isPending' | 'error'>
  without: readonly string[]
  onAdd: (person: string) => void
}

/** Searches for a person, and adds them. */
export function AddPersonDialog({ title, adding, without, onAdd, onClose }: AddPersonDialogProps) {
  const [text, setText] = useState('')
  const { query, people, isSettled } = usePeopleSearch(text)
  const others = people.filter(({ person }) => !without.includes(person))
  return (
    <Dialog open onOpenChange={() => !adding.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={title}
        description="Someone who is in one of the lists that you may open."
      >
        <PlainField
          label="Name, email address or phone"
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Failure of={adding} title="Nobody was added." className="mt-3" />
        {query.isError ? (
          <LoadFailure title="People could not be searched." query={query} className="mt-3" />
        ) : (
          <p role="status" className={others.length > 0 ? 'sr-only' : 'mt-3 text-ink-soft'}>
            {!isSearchable(text)
              ? 'Type three letters or digits in a row.'
              : !isSettled
                ? 'Searching people…'
                : others.length === 0
                  ? 'No one else found'
                  : `${others.length} found`}
          </p>
        )}
        <ul aria-label="People found" className="mt-2">
          {others.map(({ person, name, address, kinds }) => (
            <li
              key={person}
              className="flex items-center justify-between gap-3 border-b border-line py-2"
            >
              <span className="min-w-0 break-words" dir="auto">
                {name ?? address ?? 'No name'}
                <span className="block text-sm text-ink-soft">
                  {[...kinds.map(kindLabel), ...(address && name ? [address] : [])].join(' · ')}
                </span>
              </span>
              <Button
                variant="outline"
                size="sm"
                onClick={() => !adding.isPending && onAdd(person)}
              >
                Add
                <span className="sr-only"> {name ?? address}</span>
              </Button>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}
