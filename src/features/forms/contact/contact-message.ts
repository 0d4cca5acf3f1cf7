import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { requiredEmail, requiredLine, requiredText } from '@/shared/forms/form-text'
import { submitAsVisitor } from '@/shared/supabase/public-client'
import { sendFailure } from '../send-failure'

export const contactMessageSchema = z.object({
  name: requiredLine(200, 'Please enter your name'),
  email: requiredEmail,
  message: requiredText(5000, 'Please enter a message'),
})

type ContactMessage = z.infer<typeof contactMessageSchema>

export const sendContactMessage = mutationOptions({
  mutationFn: (message: ContactMessage) =>
    submitAsVisitor(message, (client) => client.from('contact_messages').insert(message)),
  meta: {
    success: {
      title: 'Message sent!',
      description: "We'll get back to you as soon as possible.",
    },
    failure: sendFailure('Failed to send message', 'Please try again later.'),
  },
})
