import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Resource } from './define-resource'
import { useListState } from './list-state'
import { useOpenRow } from './use-open-row'

const id = '5f0c1f6e-6d3b-4a55-9d53-0d6c51f7f0a1'
const resource = { columns: [], defaultSort: 'name' } as unknown as Resource

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['before', -1],
  ['after', 1],
])('a row opened just %s the search follows what was typed loses neither', (_, late) => {
  vi.useFakeTimers()
  const { result } = renderHook(
    () => ({ list: useListState(resource), row: useOpenRow(), location: useLocation() }),
    { wrapper: ({ children }) => <MemoryRouter>{children}</MemoryRouter> },
  )
  act(() => result.current.list.setSearchText('moses'))
  // In one act: neither navigation is rendered before the other begins.
  act(() => {
    vi.advanceTimersByTime(300 + late)
    result.current.row.open(id)
    vi.advanceTimersByTime(2)
  })
  expect(result.current.location.search).toBe(`?open=${id}`)
  expect(result.current.list.list.search).toBe('moses')
  expect(result.current.list.searchText).toBe('moses')
  expect(result.current.row.openId).toBe(id)
})
