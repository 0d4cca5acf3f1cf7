import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { EditorDialog, useEditor } from './editor-dialog'
import { FormFooter } from './form-footer'
import { Input } from '@/shared/ui/input'

/** A form that reports its input a moment late. */
function SlowForm() {
  const [isDirty, setDirty] = useState(false)
  useEditor({ isDirty, isSaving: false })
  return (
    <form>
      <Input aria-label="Name" onChange={() => setTimeout(() => setDirty(true), 200)} />
      <FormFooter isSaving={false} save="Add" saving="Adding..." />
    </form>
  )
}

function open() {
  const onClose = vi.fn()
  render(
    <EditorDialog title="Add Program" description="A program" onClose={onClose}>
      <SlowForm />
    </EditorDialog>,
  )
  return { onClose, user: userEvent.setup() }
}

test('asks before what was typed a moment ago is lost, however it is left', async () => {
  const { onClose, user } = open()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'R')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep Editing' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('R')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('asks nothing where nothing was typed', async () => {
  const { onClose, user } = open()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
