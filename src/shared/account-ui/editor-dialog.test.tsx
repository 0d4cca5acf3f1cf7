import { act, render, screen } from '@testing-library/react'
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

test('asks before the latest typing is lost, however the dialog is left', async () => {
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

test('takes no typing while it is being saved, and takes it again after a failure', async () => {
  const user = userEvent.setup()
  let refuse = () => {}
  function Reason() {
    const [isSaving, setSaving] = useState(false)
    const { send } = useEditor({ isDirty: true, isSaving })
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
          // Drawn late, as on a busy phone.
          setTimeout(() => setSaving(true), 50)
          refuse = () => setSaving(false)
        }}
      >
        <Input aria-label="Reason" />
        {isSaving && 'Saving'}
      </form>
    )
  }
  render(
    <EditorDialog title="Void" description="A gift" onClose={vi.fn()}>
      <Reason />
    </EditorDialog>,
  )
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  await user.type(reason, 'Entered twice{Enter} or not')
  expect(reason).toHaveValue('Entered twice')
  await screen.findByText('Saving')
  act(refuse)
  await user.type(reason, '!')
  expect(reason).toHaveValue('Entered twice!')
})
