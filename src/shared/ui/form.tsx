import { createContext, use, type ElementType, type ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { CheckboxField, Field, type ControlProps } from './field'
import type { Input } from './input'

type AnyForm = Pick<UseFormReturn, 'register' | 'formState'>
const FormContext = createContext<AnyForm | null>(null)

interface Named<Typed extends FieldValues> {
  name: FieldPath<Typed>
  label: ReactNode
  description?: ReactNode
  required?: boolean
}

type FormFieldProps<Typed extends FieldValues, Control extends ElementType> = Named<Typed> & {
  /** A description that an error replaces. */
  hint?: string
  /** The options of a select */
  children?: ReactNode
} & ControlProps<Control>

/** A field of the form around it, typed by `FormFields` and `Form`. */
export function FormField<Typed extends FieldValues, Control extends ElementType = typeof Input>({
  name,
  description,
  hint,
  ...props
}: FormFieldProps<Typed, Control>) {
  const { register, error } = useField(name)
  return (
    <Field
      {...(props as ControlProps<ElementType> & Pick<Named<Typed>, 'label'>)}
      {...register(name)}
      description={description ?? (error ? undefined : hint)}
      error={error}
    />
  )
}

function FormCheckbox({ name, ...props }: Named<FieldValues>) {
  const { register, error } = useField(name)
  return <CheckboxField {...props} {...register(name)} error={error} />
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

/** A form that reports missing values itself, not by the browser. */
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
