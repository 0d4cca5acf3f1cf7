import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button'

test('accepts a second click only after loading', async () => {
  const user = userEvent.setup()
  const send = vi.fn()

  function Form() {
    const [loading, setLoading] = useState(false)
    return (
      <Button
        loading={loading}
        onClick={() => {
          send()
          setLoading(true)
        }}
      >
        {loading ? 'Submitting...' : 'Submit'}
      </Button>
    )
  }

  render(<Form />)
  await user.dblClick(screen.getByRole('button', { name: 'Submit' }))

  const button = screen.getByRole('button', { name: 'Submitting...' })
  expect(button).toBeDisabled()
  expect(button).toHaveAttribute('aria-busy', 'true')
  await user.click(button)
  expect(send).toHaveBeenCalledOnce()
})

test('submits its form only with the type submit', async () => {
  const user = userEvent.setup()
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <Button>Add a row</Button>
      <Button type="submit">Save</Button>
    </form>,
  )

  await user.click(screen.getByRole('button', { name: 'Add a row' }))
  expect(send).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(send).toHaveBeenCalledOnce()
})
