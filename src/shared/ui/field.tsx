import { useId, type ComponentProps, type ElementType, type ReactNode } from 'react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { cn } from '@/shared/lib/cn'
import { Checkbox, type CheckboxProps } from './checkbox'
import { ChoiceSelect, type Choices } from './choice-select'
import { Input } from './input'
import { Textarea } from './textarea'

const labelClass = 'text-base/6 font-semibold text-ink'

/** The props that tie a control to its field. */
interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

interface FieldTexts {
  /** A hint that stays: format, purpose, limits. */
  description?: ReactNode
  /** The error and how to fix it; read out when it appears. */
  error?: string | undefined
  required?: boolean | undefined
}

/** The control of a field and its own props. */
export type ControlProps<Control extends ElementType> = {
  /** By default an `Input`, with `rows` a `Textarea`, with `choices` a select. */
  as?: Control
  rows?: number
  choices?: Choices
  /** For the frame around label and control */
  className?: string | undefined
} & Omit<ComponentProps<Control>, 'id' | 'name' | 'required' | 'className' | 'children'>

type FieldProps<Control extends ElementType> = FieldTexts & {
  label: ReactNode
  /** Only where something outside refers to the control. */
  id?: string | undefined
  /** The options of a select; a function draws a control that is made elsewhere. */
  children?: ReactNode | ((control: FieldControl) => ReactNode)
} & ControlProps<Control>

/**
 * Label, hint and error around one control: `<Field label="Name" value={name} onChange={…} />`. A
 * required control has `aria-required` instead of `required`, so that the form's schema reports
 * missing values, not a browser bubble.
 */
export function Field<Control extends ElementType = typeof Input>({
  label,
  id: givenId,
  description,
  error,
  required = false,
  className,
  children,
  as,
  ...props
}: FieldProps<Control>) {
  const ownId = useId()
  const id = givenId ?? ownId
  const control = controlProps(id, { description, error, required })
  const Control: ElementType = as ?? (props.rows ? Textarea : props.choices ? ChoiceSelect : Input)

  return (
    <div className={cn('relative flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={labelClass}>
        {label}
        {required && <RequiredMark />}
      </label>
      {typeof children === 'function' ? (
        children(control)
      ) : (
        <Control {...props} {...control}>
          {children}
        </Control>
      )}
      <Texts id={id} description={description} error={error} />
    </div>
  )
}

interface CheckboxFieldProps extends Omit<CheckboxProps, 'id' | 'required'>, FieldTexts {
  label: ReactNode
}

/** One checkbox with its label at the side: `<CheckboxField label="…" {...register('news')} />`. */
export function CheckboxField({
  label,
  description,
  error,
  required = false,
  className,
  ...props
}: CheckboxFieldProps) {
  const id = useId()

  return (
    <div className={cn('relative', className)}>
      <div className="flex items-start gap-3 *:[input]:mt-2.5">
        <Checkbox {...props} {...controlProps(id, { description, error, required })} />
        <label
          htmlFor={id}
          className="min-w-0 flex-1 cursor-pointer py-2.5 wrap-anywhere leading-6 peer-disabled:cursor-not-allowed peer-disabled:text-ink-soft"
        >
          {label}
          {required && <RequiredMark />}
        </label>
      </div>
      <div className="-mt-1.5 ps-9">
        <Texts id={id} description={description} error={error} />
      </div>
    </div>
  )
}

interface FieldGroupProps extends Omit<FieldTexts, 'required'> {
  legend: ReactNode
  children: ReactNode
}

/** Several controls for one question, for example the checkboxes of a multi-select. */
export function FieldGroup({ legend, description, error, children }: FieldGroupProps) {
  const id = useId()

  return (
    <fieldset
      aria-describedby={describedBy(id, { description, error })}
      className="relative min-w-0"
    >
      <legend className={cn(labelClass, 'mb-1')}>{legend}</legend>
      <Hint id={id} description={description} />
      {children}
      <Texts id={id} error={error} />
    </fieldset>
  )
}

function RequiredMark() {
  return (
    <span aria-hidden="true" className="ms-0.5 text-clay-600">
      *
    </span>
  )
}

function Hint({ id, description }: { id: string; description: ReactNode }) {
  return (
    description != null && (
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {description}
      </p>
    )
  )
}

function Texts({ id, description, error }: { id: string } & FieldTexts) {
  return (
    <>
      <Hint id={id} description={description} />
      {/* The region is always there: one that arrives together with its text is often not read. */}
      <div aria-live="polite" className={error ? undefined : 'sr-only'}>
        {error && (
          <p id={`${id}-error`} className="flex gap-1.5 text-sm font-semibold text-danger">
            <CircleAlert aria-hidden="true" className="h-6 w-4.5 flex-none" />
            {error}
          </p>
        )}
      </div>
    </>
  )
}

function describedBy(id: string, { description, error }: FieldTexts): string | undefined {
  const ids = [description != null && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

function controlProps(id: string, texts: FieldTexts): FieldControl {
  const description = describedBy(id, texts)
  return {
    id,
    ...(description && { 'aria-describedby': description }),
    ...(texts.error && { 'aria-invalid': true as const }),
    ...(texts.required && { 'aria-required': true as const }),
  }
}
