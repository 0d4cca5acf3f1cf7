import { z } from 'zod'
import { requiredEmail, requiredLine, requiredText } from '@/shared/forms/form-text'
import { sendFailure } from '../send-failure'
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
