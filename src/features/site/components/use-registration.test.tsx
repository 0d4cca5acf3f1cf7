import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RegisterButton } from './register-button'
import { useRegistration, type RegistrationDialog } from './use-registration'

const Dialog: RegistrationDialog = ({ program, open, onOpenChange }) => {
  const [needs, setNeeds] = useState('')
  if (!open) return null
  return (
    <dialog open aria-label={program.title}>
      <input
        aria-label="Accessibility needs"
        value={needs}
        onChange={(event) => setNeeds(event.target.value)}
      />
      <button onClick={() => onOpenChange(false)}>Cancel</button>
    </dialog>
  )
}

function Page() {
  const { register, dialog } = useRegistration(Dialog)
  return (
    <>
      {['Health', 'Literacy'].map((title) => (
        <RegisterButton
          key={title}
          program={{ id: title, title, isFull: false }}
          onRegister={register}
        >
          {title}
        </RegisterButton>
      ))}
      {dialog}
    </>
  )
}

test('what was typed for one program is there for another', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Health' }))
  await user.type(screen.getByRole('textbox'), 'A ramp')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Literacy' }))

  expect(screen.getByRole('dialog', { name: 'Literacy' })).toBeInTheDocument()
  expect(screen.getByRole('textbox')).toHaveValue('A ramp')
})
