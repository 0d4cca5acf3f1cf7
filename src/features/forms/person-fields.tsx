import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'

const fields = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name' },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
] as const
type Name = (typeof fields)[number]['name']

interface PersonFieldsProps {
  register: (name: Name) => UseFormRegisterReturn
  errors: { readonly [key in Name]?: FieldError | undefined }
  required?: readonly Name[]
}

/** Name and contact details of the sender: four fields of a grid. */
export function PersonFields({ register, errors, required = [] }: PersonFieldsProps) {
  return fields.map(({ name, label, ...kind }) => (
    <Field
      key={name}
      label={label}
      required={required.includes(name)}
      error={errors[name]?.message}
    >
      {(control) => <Input {...kind} {...control} {...register(name)} />}
    </Field>
  ))
}
