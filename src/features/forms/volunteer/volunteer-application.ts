import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { optionalEmail, optionalLine, optionalText } from '@/shared/forms/form-text'
import { submitAsVisitor } from '@/shared/supabase/public-client'
import { sendFailure } from '../send-failure'

/** Nothing is required. */
export const volunteerSchema = z.object({
  first_name: optionalLine(100),
  last_name: optionalLine(100),
  email: optionalEmail,
  phone: optionalLine(40),
  // A group of checkboxes is `false` while none is ticked.
  interests: z.preprocess(
    (ticked) => ticked || [],
    z.array(z.enum(volunteerOpportunities.map(({ id }) => id))),
  ),
  availability: optionalText(2000),
  experience: optionalText(5000),
  motivation: optionalText(5000),
})

type VolunteerApplication = z.infer<typeof volunteerSchema>

export const submitVolunteerApplication = mutationOptions({
  mutationFn: (application: VolunteerApplication) =>
    submitAsVisitor(application, (client) =>
      client.from('volunteer_applications').insert(application),
    ),
  meta: {
    success: {
      title: 'Application Submitted!',
      description:
        "Thank you for your interest in volunteering. We'll contact you within 2 business days.",
    },
    failure: sendFailure('There was an error submitting your application. Please try again.'),
  },
})
