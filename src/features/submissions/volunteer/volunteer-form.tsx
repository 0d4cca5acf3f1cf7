import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { useHydrated } from '@/shared/lib/use-hydrated'
import { Button } from '@/shared/ui/button'
import { CheckboxField, Field, FieldGroup } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { Textarea } from '@/shared/ui/textarea'
import { submitVolunteerApplication, volunteerSchema } from './volunteer-application'

export function VolunteerForm() {
  // No default values: the fields keep what was typed into the prerendered form before this loaded.
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(volunteerSchema),
  })
  const { errors } = formState
  const isHydrated = useHydrated()
  const submission = useMutation(submitVolunteerApplication)

  return (
    <form
      noValidate
      className="grid gap-6"
      aria-label="Volunteer application"
      onSubmit={(event) =>
        void handleSubmit((application) =>
          submission.mutate(application, { onSuccess: () => reset() }),
        )(event)
      }
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="First name" error={errors.first_name?.message}>
          {(control) => (
            <Input autoComplete="given-name" {...control} {...register('first_name')} />
          )}
        </Field>
        <Field label="Last name" error={errors.last_name?.message}>
          {(control) => (
            <Input autoComplete="family-name" {...control} {...register('last_name')} />
          )}
        </Field>
        <Field label="E-mail" error={errors.email?.message}>
          {(control) => (
            <Input type="email" autoComplete="email" {...control} {...register('email')} />
          )}
        </Field>
        <Field label="Phone" error={errors.phone?.message}>
          {(control) => <Input type="tel" autoComplete="tel" {...control} {...register('phone')} />}
        </Field>
      </div>
      <FieldGroup
        legend="Where would you like to help?"
        description="Choose as many as you like."
        error={errors.interests?.message}
      >
        <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {volunteerOpportunities.map(({ id, label }) => (
            <CheckboxField key={id} label={label} value={id} {...register('interests')} />
          ))}
        </div>
      </FieldGroup>
      <Field
        label="Availability"
        description="For example: Tuesday evenings, or school holidays."
        error={errors.availability?.message}
      >
        {(control) => <Textarea rows={2} {...control} {...register('availability')} />}
      </Field>
      <Field label="Relevant experience" error={errors.experience?.message}>
        {(control) => <Textarea rows={3} {...control} {...register('experience')} />}
      </Field>
      <Field label="Why would you like to volunteer with us?" error={errors.motivation?.message}>
        {(control) => <Textarea rows={4} {...control} {...register('motivation')} />}
      </Field>
      <Button
        type="submit"
        variant="accent"
        size="lg"
        disabled={!isHydrated}
        loading={submission.isPending}
        className="justify-self-start"
      >
        {submission.isPending ? 'Submitting...' : 'Submit Application'}
      </Button>
    </form>
  )
}
