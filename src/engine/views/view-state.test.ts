import { expect, it } from 'vitest'
import { defineResource } from '../core/define-resource'
import type { ListState } from '../core/list-state'
import {
  copiedLink,
  isSameState,
  readViewState,
  searchOfLink,
  suggestedName,
  toViewState,
} from './view-state'

const resource = defineResource({
  table: 'mentors',
  slug: 'mentors',
  tab: 'Mentors',
  requiredRights: ['can_manage_mentors'],
  label: { one: 'mentor', many: 'mentors' },
  toasts: { loadFailed: { title: 'Failed' } },
  title: ({ last_name }) => last_name ?? '',
  select: ['last_name', 'email', 'status'],
  columns: [
    { key: 'last_name', header: 'Name', sortable: true },
    { key: 'email', header: 'Email' },
    { key: 'status', header: 'Status' },
  ],
  filters: { status: ['active', 'inactive'] },
  filledBy: '',
  defaultSort: '-created_at',
})
const list: ListState = {
  search: 'Ann',
  filters: { status: 'active' },
  sort: { key: 'last_name', descending: true },
  page: 3,
}

it('opens the saved list on its first page', () => {
  const state = toViewState(resource, list, ['last_name', 'status', 'email'])
  expect(readViewState(resource, state)).toEqual({
    list: { ...list, page: 1, columns: ['last_name', 'status', 'email'] },
    gone: [],
  })
})

it('opens the rest of a view and names missing parts', () => {
  const { list: opened, gone } = readViewState(resource, {
    filters: { status: 'asleep', school: 'x' },
    sort: '-shoe_size',
    columns: ['last_name', 'shoe_size'],
  })
  expect(opened).toMatchObject({ filters: {}, sort: { key: 'created_at', descending: true } })
  expect(opened.columns).toEqual(['last_name'])
  expect(gone).toEqual([
    'the filter “Status: Asleep”',
    'the filter “School: X”',
    'the order by “Shoe size”',
    'the column “Shoe size”',
  ])
})

it('stores the filter that a list always has, and opens without naming it', () => {
  const active = { ...resource, filters: {}, baseFilter: { status: 'active' } }
  const state = toViewState(active, { ...list, filters: {} })
  expect(state.filters).toEqual({ status: 'active' })
  expect(readViewState(active, state).gone).toEqual([])
})

it('recognizes a changed list by its columns too, and not by its page', () => {
  const state = toViewState(resource, list, ['last_name', 'email'])
  expect(
    isSameState(state, toViewState(resource, { ...list, page: 1 }, ['last_name', 'email'])),
  ).toBe(true)
  expect(isSameState(state, toViewState(resource, list, ['email', 'last_name']))).toBe(false)
})

it('suggests a name that is free and has no search in it', () => {
  expect(suggestedName(resource, list, [])).toBe('Active mentors: search')
  expect(suggestedName(resource, { ...list, search: '' }, ['active Mentors'])).toBe(
    'Active mentors 2',
  )
  const queue = { ...resource, views: { mine: { label: 'Mine' } } } as unknown as typeof resource
  expect(suggestedName(queue, { ...list, search: '', filters: { view: 'mine' } }, [])).toBe(
    'Mentors: mine',
  )
})

it('puts the search of a copied link into its fragment, whatever was typed', () => {
  const link = copiedLink(
    resource,
    '/crm?tab=mentors',
    { ...list, search: 'Ann & #1 50%', columns: ['last_name'] },
    'https://example.org',
  )
  const { search, hash } = new URL(link)
  expect(search).toBe('?tab=mentors&sort=-last_name&status=active&columns=last_name')
  expect(searchOfLink(hash)).toBe('Ann & #1 50%')
  expect(searchOfLink('#top')).toBeUndefined()
  expect(searchOfLink('#search=%E0')).toBe('')
})
