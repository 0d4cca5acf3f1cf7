import { useEffect, useState, type FormEvent, type RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { clothOf } from '@/shared/data/cloths'
import { writeDraft } from '@/shared/forms/draft-storage'
import { sentNote } from '@/shared/forms/has-draft'
import { promised, timeToAccept } from '@/shared/data/organisation'
import { Button } from '@/shared/ui/button'
import { Cloth } from '@/shared/ui/cloth'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { FieldGroup } from '@/shared/ui/field'
import { FormFields } from '@/shared/ui/form'
import { PrivacyLink, TermsLink } from '@/shared/ui/legal-links'
import { notify } from '@/shared/ui/notify'
import { useBackCloses } from '@/shared/ui/use-back-closes'
import { PersonFields } from '../person-fields'
import { Received, type Receipt } from '../received'
import { useSubmission } from '../use-submission'
import {
  registrationSchema,
  submitRegistration,
  type RegisteredProgram,
  type Registration,
} from './registration'

const missing = {
  title: 'Missing Information',
  description: 'Please fill in all required fields.',
}
const termsRequired = {
  title: 'Terms Required',
  description: 'Please agree to the terms and conditions to proceed.',
}

interface RegistrationDialogProps {
  program: RegisteredProgram
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called when the dialog is gone, to return the focus. */
  onClosed: () => void
  onStored: () => void
  /** The values typed for another program on this page; all but the consent are reused here. */
  typed: RefObject<Readonly<Record<string, unknown>>>
}

function receiptOf({ title, isFull }: RegisteredProgram, registration: Registration): Receipt {
  const { first_name, last_name, email, phone } = registration
  return {
    title: isFull ? `You’ve asked for the waitlist of ${title}` : `You’re registered for ${title}`,
    received: { Name: `${first_name} ${last_name}`, Email: email, Phone: phone, Program: title },
    promised: promised.registration,
    next: isFull
      ? [
          'We email you your position on the waitlist.',
          'When a place opens up for you, we offer it to you by email.',
          `You have ${timeToAccept} to accept it.`,
        ]
      : [
          'A person on our team confirms your place by email.',
          'Before the program begins, we send you everything you need to know.',
          'Can’t come after all? Withdraw with the link in the email.',
        ],
    again: 'Register another person',
  }
}

/** Registers for a program, or for its waitlist. Closing the dialog keeps what was typed. */
export function RegistrationDialog({
  program,
  open,
  onOpenChange,
  onClosed,
  onStored,
  typed,
}: RegistrationDialogProps) {
  const { title, isFull, facts = [] } = program
  const submission = useSubmission({
    schema: registrationSchema,
    submission: submitRegistration(program),
    draftName: 'registration',
    sensitive: ['accessibility', 'emergency_name', 'emergency_relationship', 'emergency_phone'],
    defaultValues: { consent: false, wants_newsletter: true },
  })
  const { form, submit } = submission
  const { getValues, setValue } = form
  const [stored, setStored] = useState<Registration>()

  useEffect(() => {
    for (const [name, value] of Object.entries(typed.current)) {
      setValue(name as keyof z.input<typeof registrationSchema>, value as never)
    }
    return () => {
      const { consent: _, ...kept } = getValues()
      typed.current = kept
    }
  }, [typed, getValues, setValue])

  useBackCloses(open, close)

  function close() {
    form.clearErrors()
    setStored(undefined)
    onOpenChange(false)
  }

  function explain() {
    const { first_name, last_name, email, consent } = form.getValues()
    if (![first_name, last_name, email].every((value) => value.trim())) {
      notify({ tone: 'error', ...missing })
    } else if (!consent) notify({ tone: 'error', ...termsRequired })
  }

  const texts = stored
    ? {
        title: `Registration for ${title}`,
        description: 'What we received, and what happens next.',
        descriptionHidden: true,
      }
    : {
        title: isFull ? `Join the waitlist for ${title}` : `Register for ${title}`,
        description: isFull
          ? 'All places are taken. We’ll email you your position on the waitlist and offer you a place when one opens up. Fields marked with an asterisk are required.'
          : 'Fields marked with an asterisk are required. The rest helps us prepare.',
      }
  const content = stored ? (
    <Received
      row={stored}
      receipt={receiptOf(program, stored)}
      onAgain={() => setStored(undefined)}
    >
      <DialogClose>Done</DialogClose>
    </Received>
  ) : (
    <>
      <Cloth program={clothOf(program.id)} className="mb-5 rounded-control" />
      <RegistrationForm
        submission={submission}
        title={title}
        onSubmit={(event) =>
          void submit(event, {
            onInvalid: explain,
            onStored: (row) => {
              setStored(row)
              writeDraft(sentNote(`registration:${program.id}`), { at: Date.now() })
              onStored()
            },
          })
        }
      />
    </>
  )
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <DialogContent
        {...texts}
        facts={stored ? undefined : facts.slice(0, 2).join(' · ')}
        description={
          <>
            {!stored && facts[2] && (
              <span className="mb-1 block font-semibold text-ink">{facts[2]}</span>
            )}{' '}
            {texts.description}
          </>
        }
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onClosed()
        }}
      >
        {content}
      </DialogContent>
    </Dialog>
  )
}

interface RegistrationFormProps {
  submission: ReturnType<typeof useSubmission<z.input<typeof registrationSchema>, Registration>>
  title: string
  onSubmit: (event: FormEvent) => void
}

function RegistrationForm({ submission, title, onSubmit }: RegistrationFormProps) {
  const { form, formRef, honeypot, trouble } = submission
  const { isSubmitting } = form.formState
  const required = useWatch({
    control: form.control,
    name: ['first_name', 'last_name', 'email', 'consent'],
  })
  const agreed = required[3]
  const lacking = ['first name', 'last name', 'email', 'your agreement to the terms'].filter(
    (_, index) => !(required[index] === true || String(required[index] || '').trim()),
  )
  return (
    <form
      ref={formRef}
      noValidate
      className="grid gap-6"
      aria-label={`Registration for ${title}`}
      onSubmit={onSubmit}
    >
      {honeypot}
      <FormFields form={form}>
        {(Field, Tick) => (
          <>
            <div className="grid gap-6 sm:grid-cols-2">
              <PersonFields required={['first_name', 'last_name', 'email']} />
            </div>
            <Field name="organization" label="Organization" autoComplete="organization" />
            <Field name="experience" label="Relevant experience" rows={2} />
            <Field name="motivation" label="What do you hope for?" rows={2} />
            <Field
              name="accessibility"
              label="Accessibility needs"
              description="Anything that would make it easier for you to take part. To protect you, this and your emergency contact are not saved if you leave."
              rows={2}
            />
            <FieldGroup legend="Emergency contact">
              <div className="mt-3 grid gap-6 sm:grid-cols-3">
                <Field name="emergency_name" label="Name" autoComplete="off" />
                <Field name="emergency_relationship" label="Relationship" autoComplete="off" />
                <Field name="emergency_phone" label="Phone" type="tel" autoComplete="off" />
              </div>
            </FieldGroup>
            <div>
              <Tick
                name="consent"
                label="I agree to the terms and conditions"
                description={
                  <>
                    <TermsLink />, <PrivacyLink />
                  </>
                }
                required
              />
              <Tick name="wants_newsletter" label="Send me the newsletter" />
            </div>
          </>
        )}
      </FormFields>
      {trouble}
      <DialogFooter>
        <DialogClose variant="ghost">Cancel</DialogClose>
        <Button
          type="submit"
          variant="accent"
          className="xs:whitespace-nowrap"
          disabled={!agreed}
          loading={isSubmitting}
          aria-describedby="lacking"
        >
          {isSubmitting ? 'Submitting...' : 'Complete Registration'}
        </Button>
        <p id="lacking" className="text-sm text-ink-soft">
          {lacking.length > 0 && `Still missing: ${lacking.join(', ')}`}
        </p>
      </DialogFooter>
    </form>
  )
}
