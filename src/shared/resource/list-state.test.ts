import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Resource } from './define-resource'
import { readListState, writeListState } from './list-state'

const resource = {
  columns: [
    { key: 'last_name', header: 'Name', sortable: true },
    { key: 'created_at', header: 'Added', sortable: true },
    { key: 'bio', header: 'Bio' },
  ],
  filters: { status: ['active', 'inactive'] },
  defaultSort: '-created_at',
} as unknown as Resource

const read = (search: string) => readListState(resource, new URLSearchParams(search))
const write = (search: string, change: object) =>
  writeListState(resource, new URLSearchParams(search), { ...read(search), ...change }).toString()

describe('readListState', () => {
  it('takes everything from the address', () => {
    expect(read('?tab=mentors&q=a%2Cb&sort=last_name&status=active&page=2')).toEqual({
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

  it.each(['-1', '1.5', 'two', '', '1e99', 'Infinity', 'NaN'])(
    'takes page %j as the first',
    (page) => {
      expect(read(`?page=${page}`).page).toBe(1)
    },
  )
})

describe('writeListState', () => {
  it('leaves out what is as it would be anyway', () => {
    expect(write('?tab=mentors&q=x&page=3', { search: '', page: 1 })).toBe('tab=mentors')
  })

  it('is read back as it was written', () => {
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
        (state) => {
          const params = writeListState(resource, new URLSearchParams('?tab=x'), state)
          expect(readListState(resource, new URLSearchParams(params.toString()))).toEqual(state)
        },
      ),
      { numRuns: 30 },
    )
  })
})
