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
      afterwards={({ name, email }) => ({
        title: 'Your message has arrived. Thank you!',
        received: { Name: name, Email: email },
        days: 2,
        next: ['A person reads your message.', 'We answer by email.'],
        again: 'Send another message',
      })}
    >
      {(Field) => (
        <>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field name="name" label="Name" required autoComplete="name" />
            <Field name="email" label="Email" required type="email" autoComplete="email" />
          </div>
          <Field name="message" label="Message" required rows={4} />
        </>
      )}
    </SubmissionForm>
  )
}
