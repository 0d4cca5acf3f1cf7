import { useEffect } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { Link, useLocation } from 'react-router-dom'
import { z } from 'zod'
import { programInterests, relationships, choiceLabel } from '@/shared/data/form-choices'
import { promised } from '@/shared/data/organisation'
import { termsVersion } from '@/shared/data/terms-version'
import {
  formText,
  optionalLine,
  optionalText,
  requiredEmail,
  requiredLine,
} from '@/shared/forms/form-text'
import { useHydrated } from '@/shared/lib/use-hydrated'
import { Alert } from '@/shared/ui/alert'
import { FieldGroup } from '@/shared/ui/field'
import { TermsLink } from '@/shared/ui/legal-links'
import { programTitles, type ProgramId } from '../../content/program-titles'
import { ageNotice, applicationNotice, programWays } from '../../content/program-ways'
import { paths } from '@/shared/config/paths'
import { consent } from '../consent'
import { PersonFields } from '../person-fields'
import { sendFailure } from '../send-failure'
import { RequiredNote, SubmissionForm } from '../submission-form'
import { visitorInsert } from '../visitor-insert'

const MAX_AGE = 25

/** As text: a number input silently drops anything else. */
const childAge = formText(40)
  .trim()
  .refine(
    (age) => age === '' || (/^\d+$/.test(age) && Number(age) <= MAX_AGE),
    `Please enter a whole number of years, up to ${MAX_AGE}`,
  )
  .transform((age) => (age === '' ? null : Number(age)))

export const programApplicationSchema = z
  .object({
    first_name: requiredLine(100, 'Please enter your first name'),
    last_name: requiredLine(100, 'Please enter your last name'),
    email: requiredEmail,
    phone: requiredLine(40, 'Please enter your phone number'),
    relationship: z.enum(
      relationships.map(({ id }) => id),
      'Please choose your relationship',
    ),
    program_interest: z.enum(
      programInterests.map(({ id }) => id),
      'Please choose a program',
    ),
    child_name: optionalLine(200),
    child_age: childAge,
    goals: optionalText(5000),
    previous_experience: optionalText(5000),
    special_needs: optionalText(5000),
    consent,
  })
  .transform(({ consent, ...application }) => ({ ...application, terms_version: termsVersion }))

export const submitProgramApplication = visitorInsert('program_applications', {
  success: {
    title: 'Application Submitted!',
    description: `Thank you for your interest. We'll contact you within ${promised.program} to discuss next steps.`,
  },
  failure: sendFailure('There was an error submitting your application. Please try again.'),
})

export function ProgramApplicationForm() {
  return (
    <SubmissionForm
      label="Program application"
      schema={programApplicationSchema}
      submission={submitProgramApplication}
      submitLabel="Submit Application"
      draftName="program-application"
      afterwards={({ first_name, last_name, email, phone, program_interest }) => ({
        title: 'Your application has arrived. Thank you!',
        sent: 'your application',
        program: program_interest,
        received: {
          Name: `${first_name} ${last_name}`,
          Email: email,
          Phone: phone,
          Program: choiceLabel(programInterests, program_interest),
        },
        promised: promised.program,
        next: [
          'The program team reads your application.',
          'We call or write to discuss the next steps.',
          'You visit the program before you decide.',
        ],
        again: 'Send another application',
      })}
      sensitive={['child_name', 'child_age', 'goals', 'previous_experience', 'special_needs']}
    >
      {(Field, Tick, form) => (
        <>
          <ChosenProgram form={form} />
          <RequiredNote />
          <div className="grid gap-6 sm:grid-cols-2">
            <PersonFields required={['first_name', 'last_name', 'email', 'phone']} />
            <Field
              name="program_interest"
              label="Program of interest"
              description="Teachers: Community Training. A child of 7 to 10: Early Childhood Education."
              required
              choices={programInterests}
            />
            <Field
              name="relationship"
              label="Relationship"
              description="How you are related to the child or family."
              required
              choices={relationships}
            />
          </div>
          <FieldGroup
            legend="Child"
            description="Skip this if the place is for you. To protect the child, nothing from here on is saved if you leave."
          >
            <div className="mt-3 grid gap-6 sm:grid-cols-[3fr_1fr]">
              <Field name="child_name" label="Child's name" autoComplete="off" />
              <Field name="child_age" label="Child's age" inputMode="numeric" autoComplete="off" />
            </div>
            <AgeNotice form={form} />
          </FieldGroup>
          <Field name="goals" label="Goals" description="What do you hope for?" rows={3} />
          <Field
            name="previous_experience"
            label="Previous experience"
            description="Schools, courses or programs so far."
            rows={2}
          />
          <Field
            name="special_needs"
            label="Special needs"
            description="Health, diet or learning: anything we should prepare for. Only staff who review applications can read it."
            rows={2}
          />
          <Tick
            name="consent"
            label="I agree to the terms and conditions"
            description={<TermsLink />}
            required
          />
        </>
      )}
    </SubmissionForm>
  )
}

type Form = Pick<
  UseFormReturn<z.input<typeof programApplicationSchema>, unknown, unknown>,
  'control' | 'getValues' | 'setValue'
>

/** Says if the program is not for a child of this age, but refuses nothing. */
function AgeNotice({ form: { control } }: { form: Form }) {
  const [interest, age] = useWatch({ control, name: ['program_interest', 'child_age'] })
  return (
    <p role="status" className="mt-3 font-semibold text-clay-700 empty:hidden">
      {ageNotice(interest, age)}
    </p>
  )
}

/**
 * Chooses the program in the address, `?program=teacher-training`, unless one is already chosen.
 */
function ChosenProgram({ form: { getValues, setValue } }: { form: Form }) {
  const named = new URLSearchParams(useLocation().search).get('program') ?? ''
  const isHydrated = useHydrated()
  const way = Object.hasOwn(programWays, named) ? programWays[named as ProgramId] : undefined
  const choice = programInterests.find(({ id }) => id === (way?.interest ?? named))
  const program = choice?.id
  useEffect(() => {
    if (program && !getValues('program_interest')) setValue('program_interest', program)
  }, [program, getValues, setValue])

  // The prerendered page does not know the address.
  if (!isHydrated || !way || named === program) return null
  const title = programTitles[named as ProgramId]
  return (
    <Alert>
      {choice ? (
        applicationNotice.chosen(title, choice.label)
      ) : (
        <>
          {applicationNotice.proposed(title)}{' '}
          <Link to={`${paths.partner}#proposal`}>Propose a partnership</Link>
        </>
      )}
    </Alert>
  )
}
