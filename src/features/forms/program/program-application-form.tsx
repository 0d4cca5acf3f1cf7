import { Checkbox } from '@/shared/ui/checkbox'
import { CheckboxField, Field, FieldGroup } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { TermsLink } from '@/shared/ui/legal-links'
import { Textarea } from '@/shared/ui/textarea'
import { ChoiceSelect } from '../choice-select'
import { choiceLabel, programInterests, relationships } from '@/shared/data/form-choices'
import { PersonFields } from '../person-fields'
import { RequiredNote, SubmissionForm } from '../submission-form'
import { programApplicationSchema, submitProgramApplication } from './program-application'

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
        received: {
          Name: `${first_name} ${last_name}`,
          Email: email,
          Phone: phone,
          Program: choiceLabel(programInterests, program_interest),
        },
        days: 2,
        next: [
          'The program team reads your application.',
          'We call or write to discuss the next steps.',
          'You visit the program before you decide.',
        ],
        again: 'Send another application',
      })}
      sensitive={['child_name', 'child_age', 'goals', 'previous_experience', 'special_needs']}
    >
      {({ register, formState: { errors } }) => (
        <>
          <RequiredNote />
          <div className="grid gap-6 sm:grid-cols-2">
            <PersonFields
              register={register}
              errors={errors}
              required={['first_name', 'last_name', 'email', 'phone']}
            />
            <Field label="Program of interest" required error={errors.program_interest?.message}>
              {(control) => (
                <ChoiceSelect
                  choices={programInterests}
                  {...control}
                  {...register('program_interest')}
                />
              )}
            </Field>
            <Field
              label="Relationship"
              description="How you are related to the child or family."
              required
              error={errors.relationship?.message}
            >
              {(control) => (
                <ChoiceSelect choices={relationships} {...control} {...register('relationship')} />
              )}
            </Field>
          </div>
          <FieldGroup
            legend="Child"
            description="Skip this if the place is for you. To protect the child, nothing from here on is saved if you leave."
          >
            <div className="mt-3 grid gap-6 sm:grid-cols-[3fr_1fr]">
              <Field label="Child's name" error={errors.child_name?.message}>
                {(control) => <Input autoComplete="off" {...control} {...register('child_name')} />}
              </Field>
              <Field label="Child's age" error={errors.child_age?.message}>
                {(control) => (
                  <Input
                    inputMode="numeric"
                    autoComplete="off"
                    {...control}
                    {...register('child_age')}
                  />
                )}
              </Field>
            </div>
          </FieldGroup>
          <Field label="Goals" description="What do you hope for?" error={errors.goals?.message}>
            {(control) => <Textarea rows={3} {...control} {...register('goals')} />}
          </Field>
          <Field
            label="Previous experience"
            description="Schools, courses or programs so far."
            error={errors.previous_experience?.message}
          >
            {(control) => <Textarea rows={2} {...control} {...register('previous_experience')} />}
          </Field>
          <Field
            label="Special needs"
            description="Health, diet or learning: anything we should prepare for. Only staff who review applications can read it."
            error={errors.special_needs?.message}
          >
            {(control) => <Textarea rows={2} {...control} {...register('special_needs')} />}
          </Field>
          <CheckboxField
            label="I agree to the terms and conditions"
            description={<TermsLink />}
            required
            error={errors.consent?.message}
          >
            {(control) => <Checkbox {...control} {...register('consent')} />}
          </CheckboxField>
        </>
      )}
    </SubmissionForm>
  )
}
