import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { formText, requiredEmail, requiredLine } from '@/shared/lib/form-text'
import { Button } from '@/shared/ui/button'
import { Checkbox } from '@/shared/ui/checkbox'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField, Field, FieldGroup } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { PrivacyLink, TermsLink } from '@/shared/ui/legal-links'
import { notify } from '@/shared/ui/notify'
import { Textarea } from '@/shared/ui/textarea'
import { useToaster } from '@/shared/ui/toaster'

const registrationSchema = z.object({
  firstName: requiredLine(100, 'Please enter your first name'),
  lastName: requiredLine(100, 'Please enter your last name'),
  email: requiredEmail,
  phone: formText(40),
  organization: formText(200),
  experience: formText(5000),
  motivation: formText(5000),
  accessibility: formText(2000),
  emergencyName: formText(200),
  emergencyRelationship: formText(100),
  emergencyPhone: formText(40),
  terms: z.boolean().refine((agreed) => agreed, 'Please agree to the terms and conditions'),
  newsletter: z.boolean(),
})

const emptyRegistration: z.infer<typeof registrationSchema> = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  organization: '',
  experience: '',
  motivation: '',
  accessibility: '',
  emergencyName: '',
  emergencyRelationship: '',
  emergencyPhone: '',
  terms: false,
  newsletter: true,
}

interface RegistrationDialogProps {
  programTitle: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The dialog has gone: the focus can be put back. */
  onClosed: () => void
}

/** A registration that is validated and not sent. Closing the dialog keeps what was typed. */
export function RegistrationDialog({
  programTitle,
  open,
  onOpenChange,
  onClosed,
}: RegistrationDialogProps) {
  useToaster()
  const form = useForm({
    resolver: zodResolver(registrationSchema),
    defaultValues: emptyRegistration,
  })
  const { register, control: formControl, formState } = form
  const { errors } = formState
  const agreed = useWatch({ control: formControl, name: 'terms' })

  function close() {
    form.clearErrors()
    onOpenChange(false)
  }

  function succeed() {
    notify({
      tone: 'success',
      title: 'Registration Successful!',
      description: `You've been registered for ${programTitle}. Confirmation details sent to your email.`,
    })
    form.reset()
    close()
  }

  function explain() {
    const { firstName, lastName, email, terms } = form.getValues()
    if (![firstName, lastName, email].every((value) => value.trim())) {
      notify({
        tone: 'error',
        title: 'Missing Information',
        description: 'Please fill in all required fields.',
      })
    } else if (!terms) {
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
        title={`Register for ${programTitle}`}
        description="Fields marked with an asterisk are required. The rest helps us to prepare."
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onClosed()
        }}
      >
        <form
          noValidate
          className="grid gap-6"
          aria-label={`Registration for ${programTitle}`}
          onSubmit={(event) => void form.handleSubmit(succeed, explain)(event)}
        >
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="First name" required error={errors.firstName?.message}>
              {(control) => (
                <Input autoComplete="given-name" {...control} {...register('firstName')} />
              )}
            </Field>
            <Field label="Last name" required error={errors.lastName?.message}>
              {(control) => (
                <Input autoComplete="family-name" {...control} {...register('lastName')} />
              )}
            </Field>
            <Field label="Email" required error={errors.email?.message}>
              {(control) => (
                <Input type="email" autoComplete="email" {...control} {...register('email')} />
              )}
            </Field>
            <Field label="Phone" error={errors.phone?.message}>
              {(control) => (
                <Input type="tel" autoComplete="tel" {...control} {...register('phone')} />
              )}
            </Field>
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
            description="Anything that would make it easier for you to take part."
            error={errors.accessibility?.message}
          >
            {(control) => <Textarea rows={2} {...control} {...register('accessibility')} />}
          </Field>
          <FieldGroup legend="Emergency contact">
            <div className="mt-3 grid gap-6 sm:grid-cols-3">
              <Field label="Name" error={errors.emergencyName?.message}>
                {(control) => (
                  <Input autoComplete="off" {...control} {...register('emergencyName')} />
                )}
              </Field>
              <Field label="Relationship" error={errors.emergencyRelationship?.message}>
                {(control) => (
                  <Input autoComplete="off" {...control} {...register('emergencyRelationship')} />
                )}
              </Field>
              <Field label="Phone" error={errors.emergencyPhone?.message}>
                {(control) => (
                  <Input
                    type="tel"
                    autoComplete="off"
                    {...control}
                    {...register('emergencyPhone')}
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
              error={errors.terms?.message}
            >
              {(control) => <Checkbox {...control} {...register('terms')} />}
            </CheckboxField>
            <CheckboxField label="Send me the newsletter">
              {(control) => <Checkbox {...control} {...register('newsletter')} />}
            </CheckboxField>
          </div>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" variant="accent" disabled={!agreed}>
              Complete Registration
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
