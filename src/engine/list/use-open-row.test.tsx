import { act, renderHook, waitFor } from '@testing-library/react'
import { BrowserRouter, MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Resource } from '../core/define-resource'
import { useListState } from '../core/list-state'
import { useOpenRow } from './use-open-row'

const id = '5f0c1f6e-6d3b-4a55-9d53-0d6c51f7f0a1'
const other = id.replace('5', '6')
const resource = { columns: [], defaultSort: 'name' } as unknown as Resource

afterEach(() => {
  vi.useRealTimers()
})

function typeInList() {
  vi.useFakeTimers()
  const { result } = renderHook(
    () => ({
      list: useListState(resource),
      row: useOpenRow(),
      location: useLocation(),
      navigate: useNavigate(),
    }),
    {
      wrapper: ({ children }) => (
        <MemoryRouter initialEntries={['/crm?tab=mentors']}>{children}</MemoryRouter>
      ),
    },
  )
  act(() => result.current.list.setSearchText('moses'))
  return result
}

it.each([
  ['before', -1],
  ['after', 1],
])('a row opened just %s the search catches up with typing loses neither', (_, late) => {
  const result = typeInList()
  // In one act: neither navigation is rendered before the other begins.
  act(() => {
    vi.advanceTimersByTime(300 + late)
    result.current.row.open(id)
    vi.advanceTimersByTime(2)
  })
  expect(result.current.location.search).toBe(`?tab=mentors&open=${id}`)
  expect(result.current.list.list.search).toBe('moses')
  expect(result.current.list.searchText).toBe('moses')
  expect(result.current.row.openId).toBe(id)
})

describe.each(['/crm?tab=mentees', '/form-submissions?tab=mentors'])(
  'while %s is on its way',
  (place) => {
    it('does not search there for the typed text', () => {
      const result = typeInList()
      act(() => {
        void result.current.navigate(place)
        vi.advanceTimersByTime(301)
      })
      const { location } = result.current
      expect(location.pathname + location.search).toBe(place)
      expect(location.state).toBeNull()
    })

    it('opens a row of the list that is shown', () => {
      const result = typeInList()
      act(() => {
        void result.current.navigate(place)
        result.current.row.open(id)
      })
      const { pathname, search } = result.current.location
      expect(pathname + search).toBe(`/crm?tab=mentors&open=${id}`)
    })
  },
)

const inBrowser = () =>
  renderHook(() => ({ ...useOpenRow({ closesBack: true }), location: useLocation() }), {
    wrapper: BrowserRouter,
  })

it('returns to the list, and not past it, when it is closed repeatedly', async () => {
  window.history.pushState(null, '', '/form-submissions?tab=all')
  const { result } = inBrowser()
  act(() => result.current.open(id))
  expect(result.current.openId).toBe(id)
  const go = vi.spyOn(window.history, 'go')
  act(() => {
    result.current.close()
    result.current.close()
  })
  expect(result.current.openId).toBeUndefined()
  await waitFor(() => expect(result.current.location.search).toBe('?tab=all'))
  act(() => result.current.close())
  expect(go).toHaveBeenCalledExactlyOnceWith(-1)
  const { pathname, search } = result.current.location
  expect(pathname + search).toBe('/form-submissions?tab=all')

  act(() => result.current.open(other))
  act(() => result.current.close())
  await waitFor(() => expect(result.current.location.search).toBe('?tab=all'))
  expect(go).toHaveBeenCalledTimes(2)
})

it('keeps a row open that is opened while the browser still goes back', async () => {
  window.history.pushState(null, '', '/form-submissions?tab=all')
  const { result } = inBrowser()
  act(() => result.current.open(id))
  act(() => {
    result.current.close()
    result.current.open(other)
  })
  expect(result.current.openId).toBe(other)
  await waitFor(() => expect(result.current.location.search).toBe(`?tab=all&open=${other}`))
  expect(result.current.openId).toBe(other)
})

it('opens nothing without a valid id', () => {
  for (const open of ['1', `${id}0`, '-'.repeat(36), "1' or true--"]) {
    window.history.pushState(null, '', `/form-submissions?open=${encodeURIComponent(open)}`)
    expect(inBrowser().result.current.openId, open).toBeUndefined()
  }
})
