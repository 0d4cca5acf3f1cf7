import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { Textarea } from '@/shared/ui/textarea'
import { SubmissionForm } from '../submission-form'
import { contactMessageSchema, sendContactMessage } from './contact-message'

export function ContactForm() {
  return (
    <SubmissionForm
      label="Contact message"
      schema={contactMessageSchema}
      submission={sendContactMessage}
      submitLabel="Send Message"
      draftName="contact-message"
      afterwards="Your message has arrived. We’ll answer by email."
    >
      {({ register, formState: { errors } }) => (
        <>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="Name" required error={errors.name?.message}>
              {(control) => <Input autoComplete="name" {...control} {...register('name')} />}
            </Field>
            <Field label="Email" required error={errors.email?.message}>
              {(control) => (
                <Input type="email" autoComplete="email" {...control} {...register('email')} />
              )}
            </Field>
          </div>
          <Field label="Message" required error={errors.message?.message}>
            {(control) => <Textarea rows={4} {...control} {...register('message')} />}
          </Field>
        </>
      )}
    </SubmissionForm>
  )
}
