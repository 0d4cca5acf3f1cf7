import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { SidePanel } from './side-panel'

function Details() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Add a note</button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent title="Note" description="A note">
          <input aria-label="Text" />
        </DialogContent>
      </Dialog>
    </>
  )
}

/** A screen that can be turned. */
function turnable() {
  const media = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', () => media)
  return (isNarrow: boolean) =>
    act(() => {
      media.matches = isNarrow
      media.dispatchEvent(new Event('change'))
    })
}

it.each([
  ['beside the page', false],
  ['over the page', true],
])('keeps the typing in a dialog when the screen turns: %s', async (_where, isNarrow) => {
  const turn = turnable()
  turn(isNarrow)
  const user = userEvent.setup()
  render(
    <SidePanel title="Ada" onClose={() => {}}>
      <Details />
    </SidePanel>,
  )
  const panel = (asSheet: boolean) =>
    screen.findByRole(asSheet ? 'dialog' : 'complementary', { name: 'Ada' })
  await panel(isNarrow)
  await user.click(screen.getByRole('button', { name: 'Add a note' }))
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Half')
  turn(!isNarrow)
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Half')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(await panel(!isNarrow)).toBeVisible()
  vi.unstubAllGlobals()
})
