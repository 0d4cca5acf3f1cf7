import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { useForm, type DefaultValues } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import { readDraft, writeDraft } from './draft-storage'
import { hasDraft } from './has-draft'
import { useFormDraft } from './use-form-draft'

interface Values {
  name: string
  goals: string
  consent: boolean
  password: string
}

const name = 'test'

/** Like a public form: without default values, and with a name typed before hydration. */
function PublicForm({ typed, sensitive }: { typed: string; sensitive?: 'goals' }) {
  const form = useForm<Values>()
  useFormDraft(form, name, sensitive && [sensitive])
  return (
    <>
      <input aria-label="Name" defaultValue={typed} {...form.register('name')} />
      <input aria-label="Goals" {...form.register('goals')} />
      <input type="checkbox" aria-label="Consent" {...form.register('consent')} />
    </>
  )
}

function openStaffForm(draftName: string | undefined, defaultValues: DefaultValues<Values>) {
  return renderHook(() => {
    const form = useForm<Values>({ defaultValues })
    return { form, ...useFormDraft(form, draftName) }
  }).result
}

it('keeps the values of a public form, except empty ones and the consent', () => {
  render(<PublicForm typed="" />)
  fireEvent.click(screen.getByLabelText('Consent'))
  expect(hasDraft(name)).toBe(false)
  fireEvent.input(screen.getByLabelText('Goals'), { target: { value: 'Read' } })
  expect(readDraft(name)).toEqual({ goals: 'Read' })
  fireEvent.input(screen.getByLabelText('Goals'), { target: { value: '' } })
  expect(hasDraft(name)).toBe(false)
})

it('keeps nothing of a sensitive field', () => {
  render(<PublicForm typed="" sensitive="goals" />)
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
  fireEvent.input(screen.getByLabelText('Goals'), { target: { value: 'Speak again' } })
  expect(readDraft(name)).toEqual({ name: 'Ada' })
  expect(JSON.stringify(sessionStorage)).not.toContain('Speak')
})

it('forgets drafts after half an hour, also those of other forms', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  writeDraft(name, { name: 'Ada' })
  writeDraft('another', { name: 'Eve' })
  vi.setSystemTime(Date.now() + 29 * 60_000)
  expect(hasDraft(name)).toBe(true)
  writeDraft(name, { name: 'Ada W' })
  vi.setSystemTime(Date.now() + 29 * 60_000)
  render(<PublicForm typed="" />)
  expect(screen.getByLabelText('Name')).toHaveValue('Ada W')
  expect(JSON.stringify(sessionStorage)).not.toContain('Eve')
  vi.setSystemTime(Date.now() + 31 * 60_000)
  expect(hasDraft(name)).toBe(false)
  expect(sessionStorage).toHaveLength(0)
})

it('restores a draft, but not over text typed before hydration', () => {
  writeDraft(name, { name: 'Old', goals: 'Read' })
  render(<PublicForm typed="New" />)
  expect(screen.getByLabelText('Name')).toHaveValue('New')
  expect(screen.getByLabelText('Goals')).toHaveValue('Read')
  expect(readDraft(name)).toEqual({ name: 'New', goals: 'Read' })
})

it('keeps values that differ from the default, and no password', () => {
  const { form } = openStaffForm(name, { name: 'Ada', goals: 'Read' }).current
  act(() => {
    form.setValue('goals', '')
    form.setValue('password', 'secret')
  })
  expect(readDraft(name)).toEqual({ goals: '' })
  act(() => form.setValue('goals', 'Read'))
  expect(hasDraft(name)).toBe(false)
})

it('stops announcing the restored draft after the form was saved and reset', () => {
  writeDraft(name, { name: 'Ada' })
  const result = openStaffForm(name, { name: '' })
  expect(result.current).toMatchObject({ isRestored: true })
  expect(result.current.form.getValues('name')).toBe('Ada')
  act(() => {
    result.current.form.reset({ name: '' })
    result.current.discard()
  })
  expect(result.current.isRestored).toBe(false)
  expect(hasDraft(name)).toBe(false)
})

it('keeps nothing without a name', () => {
  const { form } = openStaffForm(undefined, { name: '' }).current
  act(() => form.setValue('name', 'Ada'))
  expect(sessionStorage).toHaveLength(0)
})
