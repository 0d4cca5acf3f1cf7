import { z } from 'zod'
import { promised } from '@/shared/data/organisation'
import { requiredEmail, requiredLine, requiredText } from '@/shared/forms/form-text'
import { sendFailure } from '../send-failure'
import { SubmissionForm } from '../submission-form'
import { visitorInsert } from '../visitor-insert'

export const contactMessageSchema = z.object({
  name: requiredLine(200, 'Please enter your name'),
  email: requiredEmail,
  message: requiredText(5000, 'Please enter a message'),
})

export const sendContactMessage = visitorInsert('contact_messages', {
  success: {
    title: 'Message sent!',
    description: "We'll get back to you as soon as possible.",
  },
  failure: sendFailure('Failed to send message', 'Please try again later.'),
})

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
        sent: 'your message',
        received: { Name: name, Email: email },
        promised: promised.message,
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
