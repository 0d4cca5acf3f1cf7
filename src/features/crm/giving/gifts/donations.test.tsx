import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { donations } from './donations'
import { draw } from '../../../../../tests/draw'
import { readListState } from '@/engine/core/list-state'
import { ListFilters } from '@/engine/list/list-filters'

it('takes a number on Enter and on leaving, and keeps one that is wrong without taking it', async () => {
  const user = userEvent.setup()
  const list = readListState(donations, { search: '', state: null })
  const change = vi.fn()
  draw(<ListFilters resource={donations} list={list} change={change} />)
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const least = await screen.findByRole('textbox', { name: 'Amount from' })
  await user.type(least, '$1,000{Enter}')
  expect(change.mock.calls).toEqual([[{ filters: { amount_from: '1000' } }]])
  await user.clear(least)
  await user.type(least, 'a lot')
  await user.tab()
  expect(least).toHaveValue('a lot')
  expect(least).toBeInvalid()
  expect(change).toHaveBeenCalledTimes(1)
})
