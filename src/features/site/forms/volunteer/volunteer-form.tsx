import { useLayoutEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { organisation, promised } from '@/shared/data/organisation'
import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { optionalEmail, optionalLine, optionalText } from '@/shared/forms/form-text'
import { CheckboxField, FieldGroup } from '@/shared/ui/field'
import { PersonFields } from '../person-fields'
import { sendFailure } from '../send-failure'
import { SubmissionForm } from '../submission-form'
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
    description: `Thank you for your interest in volunteering. We'll contact you within ${promised.volunteer}.`,
  },
  failure: sendFailure('There was an error submitting your application. Please try again.'),
})

export function VolunteerForm() {
  return (
    <SubmissionForm
      label="Volunteer application"
      schema={volunteerSchema}
      submission={submitVolunteerApplication}
      submitLabel="Submit Application"
      draftName="volunteer-application"
      question={{
        applies: ({ email, phone }) => !email && !phone,
        title: 'How can we reach you?',
        text: 'You gave neither an email address nor a phone number, so we can’t answer you. Please add one above.',
        field: 'email',
        answer: 'Add an email address',
        anyway: 'Send anyway',
      }}
      afterwards={({ first_name, last_name, email, phone, interests }) => ({
        title:
          email || phone
            ? 'Your application has arrived. Thank you!'
            : 'Your application has arrived. How can we reach you?',
        sent: 'your application',
        received: {
          Name: [first_name, last_name].filter(Boolean).join(' '),
          Email: email,
          Phone: phone,
          'Would like to help with': volunteerOpportunities
            .filter(({ id }) => interests.includes(id))
            .map(({ label }) => label)
            .join(', '),
        },
        promised: email || phone ? promised.volunteer : undefined,
        next:
          email || phone
            ? [
                'The volunteer team reads your application.',
                'We write or call to find the right place for you together.',
                'You visit us before you decide.',
              ]
            : [
                `Please call ${organisation.phone} or write to ${organisation.email}, so we can answer.`,
                'The volunteer team reads your application.',
              ],
        again: 'Send another application',
      })}
    >
      {(Field, _Tick, { register, setValue, formState: { errors } }) => (
        <>
          <div className="grid gap-6 sm:grid-cols-2">
            <PersonFields />
          </div>
          <Interests register={register} setValue={setValue} error={errors.interests?.message} />
          <Field
            name="availability"
            label="Availability"
            description="For example: Tuesday evenings, or school holidays."
            rows={2}
          />
          <Field name="experience" label="Relevant experience" rows={3} />
          <Field name="motivation" label="Why would you like to volunteer with us?" rows={4} />
        </>
      )}
    </SubmissionForm>
  )
}

type Form = UseFormReturn<z.input<typeof volunteerSchema>, unknown, unknown>

interface InterestsProps extends Pick<Form, 'register' | 'setValue'> {
  error: string | undefined
}

/**
 * React Hook Form registers the boxes of a group one by one, and takes the first for the whole
 * group. So boxes ticked before hydration are read first, and set together afterwards.
 */
function Interests({ register, setValue, error }: InterestsProps) {
  const [ticked] = useState(tickedInterests)
  useLayoutEffect(() => {
    if (ticked.length > 0) setValue('interests', ticked)
  }, [ticked, setValue])

  return (
    <FieldGroup
      legend="Where would you like to help?"
      description="Choose as many as you like."
      error={error}
    >
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {volunteerOpportunities.map(({ id, label }) => (
          <CheckboxField key={id} label={label} value={id} {...register('interests')} />
        ))}
      </div>
    </FieldGroup>
  )
}

function tickedInterests(): string[] {
  if (typeof document === 'undefined') return []
  const boxes = document.querySelectorAll<HTMLInputElement>('[name=interests]:checked')
  return [...boxes].map(({ value }) => value)
}
