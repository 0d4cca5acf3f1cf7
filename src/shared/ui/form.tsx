import { createContext, use, type ComponentProps, type ElementType, type ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Checkbox } from './checkbox'
import { ChoiceSelect, type Choices } from './choice-select'
import { CheckboxField, Field } from './field'
import { Input } from './input'
import { Textarea } from './textarea'

type AnyForm = Pick<UseFormReturn, 'register' | 'formState'>
const FormContext = createContext<AnyForm | null>(null)

interface Named<Typed extends FieldValues> {
  name: FieldPath<Typed>
  label: ReactNode
  description?: ReactNode
  required?: boolean
}

type FormFieldProps<Typed extends FieldValues, Control extends ElementType> = Named<Typed> & {
  /** The control; without one an `Input`, with `rows` a `Textarea`, with `choices` a select. */
  as?: Control
  rows?: number
  choices?: Choices
  /** A description that an error takes the place of. */
  hint?: string
  /** Of the frame around label and control. */
  className?: string
} & Omit<ComponentProps<Control>, 'name' | 'required' | 'className' | 'id'>

/** A field of the form around it, typed by what `FormFields` and `Form` give. */
export function FormField<Typed extends FieldValues, Control extends ElementType = typeof Input>({
  name,
  label,
  description,
  hint,
  required,
  className,
  as,
  ...props
}: FormFieldProps<Typed, Control>) {
  const { register, error } = useField(name)
  const Control: ElementType = as ?? (props.rows ? Textarea : props.choices ? ChoiceSelect : Input)
  return (
    <Field
      label={label}
      description={description ?? (error ? undefined : hint)}
      required={required}
      error={error}
      className={className}
    >
      {(control) => <Control {...props} {...control} {...register(name)} />}
    </Field>
  )
}

function FormCheckbox({ name, ...props }: Named<FieldValues>) {
  const { register, error } = useField(name)
  return (
    <CheckboxField {...props} error={error}>
      {(control) => <Checkbox {...control} {...register(name)} />}
    </CheckboxField>
  )
}

function useField(name: string) {
  const { register, formState } = use(FormContext)!
  return { register, error: formState.errors[name]?.message as string | undefined }
}

export type Fields<Typed extends FieldValues> = (
  Field: <Control extends ElementType = typeof Input>(
    props: FormFieldProps<Typed, Control>,
  ) => ReactNode,
  Tick: (props: Named<Typed>) => ReactNode,
) => ReactNode

export interface FormFieldsProps<Typed extends FieldValues, Row> {
  form: UseFormReturn<Typed, unknown, Row>
  children: Fields<Typed>
}

/** `{(Field, Tick) => <Field name="goals" label="Goals" rows={3} />}`: the fields of a form, by their names. */
export function FormFields<Typed extends FieldValues, Row>({
  form,
  children,
}: FormFieldsProps<Typed, Row>) {
  return (
    <FormContext value={form as never}>{children(FormField, FormCheckbox as never)}</FormContext>
  )
}

interface FormProps<Typed extends FieldValues, Row> extends FormFieldsProps<Typed, Row> {
  /** Name of the form for assistive technology */
  label: string
  className?: string
  onSubmit: (row: Row) => unknown
}

/** A form that says itself what is missing. */
export function Form<Typed extends FieldValues, Row>({
  label,
  className = 'grid gap-5',
  onSubmit,
  ...fields
}: FormProps<Typed, Row>) {
  return (
    <form
      noValidate
      aria-label={label}
      className={className}
      onSubmit={(event) => void fields.form.handleSubmit(onSubmit)(event)}
    >
      <FormFields {...fields} />
    </form>
  )
}
