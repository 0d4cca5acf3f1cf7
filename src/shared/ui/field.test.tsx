import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { Button } from './button'
import { CheckboxField, Field, FieldGroup } from './field'

function Application() {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: '', interests: [] as string[], consent: false },
  })
  const { errors } = formState
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
      <Field
        label="Email"
        description="We never share it."
        required
        type="email"
        {...register('email', { required: 'Enter an email' })}
        error={errors.email?.message}
      />
      <FieldGroup legend="Interests" description="As many as you like.">
        <CheckboxField label="Teaching" value="teaching" {...register('interests')} />
        <CheckboxField label="Events" value="events" {...register('interests')} />
      </FieldGroup>
      <CheckboxField
        label="I agree"
        required
        {...register('consent', { required: 'You must agree' })}
        error={errors.consent?.message}
      />
      <Button type="submit">Send</Button>
    </form>
  )
}

test('a control has a name, a description and a required state', () => {
  render(<Application />)

  const email = screen.getByRole('textbox', { name: 'Email' })
  expect(email).toBeRequired()
  expect(email).toBeValid()
  expect(email).toHaveAccessibleDescription('We never share it.')
  expect(screen.getByRole('group', { name: 'Interests' })).toHaveAccessibleDescription(
    'As many as you like.',
  )
})

test('an error is announced, belongs to its control and clears when fixed', async () => {
  const user = userEvent.setup()
  render(<Application />)
  const email = screen.getByRole('textbox', { name: 'Email' })
  const consent = screen.getByRole('checkbox', { name: 'I agree' })

  await user.click(screen.getByRole('button', { name: 'Send' }))

  const message = await screen.findByText('Enter an email')
  expect(message.closest('[aria-live="polite"]')).toBeInTheDocument()
  expect(email).toHaveFocus()
  expect(email).toBeInvalid()
  expect(email).toHaveAccessibleDescription('We never share it. Enter an email')
  expect(consent).toHaveAccessibleDescription('You must agree')

  await user.type(email, 'amina@kindlewell.test')
  expect(email).toBeValid()
  expect(email).toHaveAccessibleDescription('We never share it.')
})

test('checkboxes are ticked by their labels', async () => {
  const user = userEvent.setup()
  render(<Application />)

  await user.click(screen.getByText('Events'))

  expect(screen.getByRole('checkbox', { name: 'Events' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Teaching' })).not.toBeChecked()
})

test('has no accessibility violations, with and without errors', async () => {
  const user = userEvent.setup()
  const { container } = render(<Application />)
  // jsdom does not draw, so there is no contrast to measure.
  const check = async () =>
    (await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations

  expect(await check()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Enter an email')
  expect(await check()).toEqual([])
})
