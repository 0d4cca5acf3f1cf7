import { FormField } from '@/shared/ui/form'

const fields = [
  { name: 'first_name', label: 'First name', autoComplete: 'given-name' },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
] as const
type Name = (typeof fields)[number]['name']

/** Name and contact details of the sender: four fields of a grid. */
export function PersonFields({ required = [] }: { required?: readonly Name[] }) {
  return fields.map(({ name, ...field }) => (
    <FormField key={name} name={name} required={required.includes(name)} {...field} />
  ))
}
