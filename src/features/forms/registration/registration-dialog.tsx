import { useEffect, type RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '@/shared/ui/button'
import { Checkbox } from '@/shared/ui/checkbox'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField, Field, FieldGroup } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { PrivacyLink, TermsLink } from '@/shared/ui/legal-links'
import { notify } from '@/shared/ui/notify'
import { Textarea } from '@/shared/ui/textarea'
import { PersonFields } from '../person-fields'
import { useSubmission } from '../use-submission'
import { registrationSchema, submitRegistration, type RegisteredProgram } from './registration'

const emptyRegistration = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  organization: '',
  experience: '',
  motivation: '',
  accessibility: '',
  emergency_name: '',
  emergency_relationship: '',
  emergency_phone: '',
  consent: false,
  wants_newsletter: true,
}

interface RegistrationDialogProps {
  program: RegisteredProgram
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The dialog has gone: the focus can be put back. */
  onClosed: () => void
  /** The values typed for another program on this page; all but the consent are reused here. */
  typed: RefObject<Readonly<Record<string, unknown>>>
}

/** Registers for a program, or for its waitlist. Closing the dialog keeps what was typed. */
export function RegistrationDialog({
  program,
  open,
  onOpenChange,
  onClosed,
  typed,
}: RegistrationDialogProps) {
  const { title, isFull } = program
  const { form, formRef, honeypot, trouble, submit } = useSubmission({
    schema: registrationSchema,
    submission: submitRegistration(program),
    draftName: 'registration',
    sensitive: ['accessibility', 'emergency_name', 'emergency_relationship', 'emergency_phone'],
    defaultValues: emptyRegistration,
  })
  const { register, formState, getValues, setValue } = form
  const { errors, isSubmitting } = formState
  const agreed = useWatch({ control: form.control, name: 'consent' })

  useEffect(() => {
    for (const [name, value] of Object.entries(typed.current)) {
      setValue(name as keyof typeof emptyRegistration, value as never)
    }
    return () => {
      const { consent: _, ...kept } = getValues()
      typed.current = kept
    }
  }, [typed, getValues, setValue])

  function close() {
    form.clearErrors()
    onOpenChange(false)
  }

  function explain() {
    const { first_name, last_name, email, consent } = form.getValues()
    if (![first_name, last_name, email].every((value) => value.trim())) {
      notify({
        tone: 'error',
        title: 'Missing Information',
        description: 'Please fill in all required fields.',
      })
    } else if (!consent) {
      notify({
        tone: 'error',
        title: 'Terms Required',
        description: 'Please agree to the terms and conditions to proceed.',
      })
    }
  }

  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <DialogContent
        title={isFull ? `Join the waitlist for ${title}` : `Register for ${title}`}
        description={
          isFull
            ? 'All places are taken. We’ll email you your position on the waitlist and offer you a place when one opens up. Fields marked with an asterisk are required.'
            : 'Fields marked with an asterisk are required. The rest helps us prepare.'
        }
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onClosed()
        }}
      >
        <form
          ref={formRef}
          noValidate
          className="grid gap-6"
          aria-label={`Registration for ${title}`}
          onSubmit={(event) => void submit(event, { onInvalid: explain, onStored: close })}
        >
          {honeypot}
          <div className="grid gap-6 sm:grid-cols-2">
            <PersonFields
              register={register}
              errors={errors}
              required={['first_name', 'last_name', 'email']}
            />
          </div>
          <Field label="Organization" error={errors.organization?.message}>
            {(control) => (
              <Input autoComplete="organization" {...control} {...register('organization')} />
            )}
          </Field>
          <Field label="Relevant experience" error={errors.experience?.message}>
            {(control) => <Textarea rows={2} {...control} {...register('experience')} />}
          </Field>
          <Field label="What do you hope for?" error={errors.motivation?.message}>
            {(control) => <Textarea rows={2} {...control} {...register('motivation')} />}
          </Field>
          <Field
            label="Accessibility needs"
            description="Anything that would make it easier for you to take part. To protect you, this and your emergency contact are not saved if you leave."
            error={errors.accessibility?.message}
          >
            {(control) => <Textarea rows={2} {...control} {...register('accessibility')} />}
          </Field>
          <FieldGroup legend="Emergency contact">
            <div className="mt-3 grid gap-6 sm:grid-cols-3">
              <Field label="Name" error={errors.emergency_name?.message}>
                {(control) => (
                  <Input autoComplete="off" {...control} {...register('emergency_name')} />
                )}
              </Field>
              <Field label="Relationship" error={errors.emergency_relationship?.message}>
                {(control) => (
                  <Input autoComplete="off" {...control} {...register('emergency_relationship')} />
                )}
              </Field>
              <Field label="Phone" error={errors.emergency_phone?.message}>
                {(control) => (
                  <Input
                    type="tel"
                    autoComplete="off"
                    {...control}
                    {...register('emergency_phone')}
                  />
                )}
              </Field>
            </div>
          </FieldGroup>
          <div>
            <CheckboxField
              label="I agree to the terms and conditions"
              description={
                <>
                  <TermsLink />, <PrivacyLink />
                </>
              }
              required
              error={errors.consent?.message}
            >
              {(control) => <Checkbox {...control} {...register('consent')} />}
            </CheckboxField>
            <CheckboxField label="Send me the newsletter">
              {(control) => <Checkbox {...control} {...register('wants_newsletter')} />}
            </CheckboxField>
          </div>
          {trouble}
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" variant="accent" disabled={!agreed} loading={isSubmitting}>
              {isSubmitting ? 'Submitting...' : 'Complete Registration'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
