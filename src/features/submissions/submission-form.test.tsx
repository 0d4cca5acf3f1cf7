import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { SubmissionForm } from './submission-form'

const send = vi.fn<(row: { name: string; email: null }) => Promise<void>>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  sessionStorage.clear()
  send.mockReset().mockResolvedValue()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SubmissionForm
        label="Message"
        schema={z.object({ name: z.string(), email: z.null().default(null) })}
        submission={{ mutationFn: send }}
        submitLabel="Send"
        draftName="test"
      >
        {({ register }) => (
          <Field label="Name">{(control) => <Input {...control} {...register('name')} />}</Field>
        )}
      </SubmissionForm>
    </QueryClientProvider>,
  )
})
afterEach(() => vi.useRealTimers())

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const button = () => screen.getByRole('button', { name: /Send|Submitting/ })
const typeName = (value = 'Ada') =>
  fireEvent.input(screen.getByLabelText('Name'), { target: { value } })
const honeypot = () => document.querySelector<HTMLInputElement>('input[name="homepage"]')!

it('holds back what is sent before the minimum fill time, and sends it then', async () => {
  await pass(500)
  typeName()
  fireEvent.click(button())
  await pass(1_499)
  expect(send).not.toHaveBeenCalled()
  expect(button()).toHaveTextContent('Submitting...')
  expect(button()).toBeDisabled()
  await pass(1)
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.lastCall?.[0]).toEqual({ name: 'Ada', email: null })
  await pass(0)
  expect(screen.getByLabelText('Name')).toHaveValue('')

  typeName()
  fireEvent.click(button())
  await pass(0)
  expect(send).toHaveBeenCalledTimes(2)
})

it('has a honeypot; one that was filled in asks once more and loses nothing', async () => {
  await pass(2_000)
  expect(screen.getAllByRole('textbox')).toEqual([screen.getByLabelText('Name')])
  expect(honeypot()).toHaveAttribute('tabindex', '-1')
  expect(honeypot()).toHaveAttribute('autocomplete', 'off')

  typeName()
  honeypot().value = 'https://spam.example'
  fireEvent.click(button())
  await pass(0)
  expect(screen.getByRole('alert')).toHaveTextContent('Please press the button once more.')
  expect(send).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')

  fireEvent.click(button())
  await pass(0)
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.lastCall?.[0]).toEqual({ name: 'Ada', email: null })
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('says beside the button why it was not sent, until it is', async () => {
  await pass(2_000)
  typeName()
  send.mockRejectedValueOnce(Object.assign(new Error('Failed to fetch'), { code: '' }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent.click(button())
  await pass(0)
  expect(screen.getByRole('status')).toHaveTextContent('There is no connection.')
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  fireEvent.click(button())
  await pass(0)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  expect(send).toHaveBeenCalledTimes(2)
})

it('is emptied at a press, which can be taken back for a moment', async () => {
  typeName()
  expect(sessionStorage).toHaveLength(1)
  const clear = screen.getByRole('button', { name: 'Clear this form' })
  fireEvent.click(clear)
  expect(screen.getByLabelText('Name')).toHaveValue('')
  expect(sessionStorage).toHaveLength(0)
  expect(screen.getByRole('status')).toHaveTextContent('The form is empty again.')

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(sessionStorage).toHaveLength(1)

  fireEvent.click(clear)
  fireEvent.click(clear, { detail: 2 })
  expect(screen.getByLabelText('Name')).toHaveValue('')
  typeName('Grace')
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toHaveValue('Grace')

  fireEvent.click(clear)
  await pass(10_000)
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(send).not.toHaveBeenCalled()
})
