import { z } from 'zod'
import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { optionalEmail, optionalLine, optionalText } from '@/shared/forms/form-text'
import { sendFailure } from '../send-failure'
import { visitorInsert } from '../visitor-insert'

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

export const submitVolunteerApplication = visitorInsert('volunteer_applications', {
  success: {
    title: 'Application Submitted!',
    description:
      "Thank you for your interest in volunteering. We'll contact you within 2 business days.",
  },
  failure: sendFailure('There was an error submitting your application. Please try again.'),
})
