import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Resource } from './define-resource'
import { listAddress, readListState, writeListState } from './list-state'

const resource = {
  columns: [
    { key: 'last_name', header: 'Name', sortable: true },
    { key: 'created_at', header: 'Added', sortable: true },
    { key: 'bio', header: 'Bio' },
  ],
  filters: { status: ['active', 'inactive'] },
  defaultSort: '-created_at',
} as unknown as Resource

const read = (search: string, state: unknown = null) => readListState(resource, { search, state })

describe('readListState', () => {
  it('takes the search from the state, and everything else from the address', () => {
    const address = '?tab=mentors&search=x&sort=last_name&status=active&page=2'
    expect(read(address, { search: 'a,b' })).toEqual({
      search: 'a,b',
      sort: { key: 'last_name', descending: false },
      filters: { status: 'active' },
      page: 2,
    })
  })

  it.each(['', '?sort=bio', '?sort=password', '?sort=', '?status=everything', '?page=0'])(
    'shows the first page of all, newest first, at %j',
    (search) => {
      expect(read(search)).toEqual({
        search: '',
        sort: { key: 'created_at', descending: true },
        filters: {},
        page: 1,
      })
    },
  )

  it.each([null, 'text', 7, { search: 7 }, { search: null }])('finds no search in %j', (state) => {
    expect(read('?q=x', state).search).toBe('')
  })

  it.each(['-1', '1.5', 'two', '', '1e99', 'Infinity', 'NaN'])(
    'takes page %j as the first',
    (page) => {
      expect(read(`?page=${page}`).page).toBe(1)
    },
  )
})

describe('writeListState', () => {
  it('leaves out defaults', () => {
    const location = { search: '?tab=mentors&page=3', state: { search: 'x', from: '/' } }
    const list = { ...readListState(resource, location), search: '', page: 1 }
    expect(writeListState(resource, location, list)).toEqual({
      search: 'tab=mentors',
      state: { from: '/' },
    })
  })

  it('never writes the search into the address', () => {
    const list = { ...read('?tab=x'), search: 'Ada Winters' }
    const { search } = writeListState(resource, { search: '?tab=x', state: null }, list)
    expect(search).toBe('tab=x')
  })

  it('reads back as it was written', () => {
    fc.assert(
      fc.property(
        fc.record({
          search: fc.string({ maxLength: 40, unit: 'binary' }).map((text) => text.trim()),
          sort: fc.record({
            key: fc.constantFrom('last_name', 'created_at'),
            descending: fc.boolean(),
          }),
          filters: fc.record(
            { status: fc.constantFrom('active', 'inactive') },
            { requiredKeys: [] },
          ),
          page: fc.integer({ min: 1, max: 1e9 }),
        }),
        (list) => {
          const location = writeListState(resource, { search: '?tab=x', state: null }, list)
          expect(readListState(resource, location)).toEqual(list)
        },
      ),
      { numRuns: 30 },
    )
  })
})

it.each([
  ['/crm', '?tab=mentors&status=active&open=1', '/crm?tab=mentors'],
  ['/crm', '?by=donor&tab=donors', '/crm?tab=donors&by=donor'],
  ['/form-submissions', '', '/form-submissions?tab=mentors'],
  ['/change-log', '?by=x', '/change-log'],
])('the list at %s%s has the address %s', (pathname, search, address) => {
  expect(listAddress({ slug: 'mentors' }, { pathname, search })).toBe(address)
})
