import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from './dialog'
import { Input } from './input'

function NewUser() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Create New User</Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent title="New user" description="They can sign in at once.">
          <Input aria-label="Full name" />
          <DialogFooter>
            <DialogClose variant="ghost">Cancel</DialogClose>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <a href="#elsewhere">Elsewhere</a>
    </>
  )
}

test('is announced with title and description and starts at its first field', async () => {
  const user = userEvent.setup()
  render(<NewUser />)

  await user.click(screen.getByRole('button', { name: 'Create New User' }))

  const dialog = screen.getByRole('dialog', { name: 'New user' })
  expect(dialog).toHaveAccessibleDescription('They can sign in at once.')
  expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveFocus()
})

test('keeps the focus until it closes and then gives it back', async () => {
  const user = userEvent.setup()
  render(<NewUser />)
  const opener = screen.getByRole('button', { name: 'Create New User' })
  await user.click(opener)

  await user.tab()
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveFocus()

  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(opener).toHaveFocus()
})

test('stays open at the second half of the double press that opened it, and closes at a later one', async () => {
  const user = userEvent.setup()
  render(<NewUser />)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  await user.click(screen.getByRole('button', { name: 'Create New User' }))
  /** The dialog listens, and closes, in a task after the press. */
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const pressBeside = async () => {
    await settled()
    fireEvent.pointerDown(document.body)
    fireEvent.click(document.body)
    await settled()
  }

  clock.mockReturnValue(10_200)
  await pressBeside()
  expect(screen.getByRole('dialog')).toBeVisible()
  clock.mockReturnValue(10_600)
  await pressBeside()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  clock.mockRestore()
})
