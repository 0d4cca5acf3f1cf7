import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { defineResource, isEditable } from './define-resource'
import { optionalText, requiredText } from '@/shared/forms/form-text'

const toasts = {
  loadFailed: { title: 'Failed to load mentors' },
  added: { title: 'Mentor added successfully' },
  addFailed: { title: 'Failed to add mentor' },
  updated: { title: 'Mentor updated successfully' },
  updateFailed: { title: 'Failed to update mentor' },
}
const common = {
  table: 'mentors',
  slug: 'mentors',
  tab: 'Mentors',
  requiredRights: ['can_manage_mentors'],
  label: { one: 'mentor', many: 'mentors', add: 'Add Mentor' },
  toasts,
  title: (row: { last_name: string | null }) => row.last_name ?? '',
  select: ['last_name', 'status'],
  columns: [{ key: 'last_name', header: 'Name' }],
  filledBy: '',
  defaultSort: '-created_at',
} as const
const names = { first_name: requiredText(100), last_name: requiredText(100) }
const nameFields = {
  first_name: { kind: 'text', label: 'First name' },
  last_name: { kind: 'text', label: 'Last name' },
} as const

it('distinguishes a read-only resource from one with a form', () => {
  expect(isEditable(defineResource(common))).toBe(false)
  const editable = defineResource({ ...common, schema: () => z.object(names), fields: nameFields })
  expect(isEditable(editable)).toBe(true)
})

// Declarations that the compiler refuses. Each line below an expectation would otherwise be an
// error of its own.
export const refused = [
  // @ts-expect-error a table without id and created_at
  () => defineResource({ ...common, table: 'user_roles' }),
  // @ts-expect-error a right that does not exist
  () => defineResource({ ...common, requiredRights: ['can_do_all'] }),
  // @ts-expect-error a column that the table lacks
  () => defineResource({ ...common, columns: [{ key: 'surname', header: 'Name' }] }),
  // @ts-expect-error a column that the list does not read
  () => defineResource({ ...common, columns: [{ key: 'bio', header: 'Bio' }] }),
  // @ts-expect-error a sort by a column that the table lacks
  () => defineResource({ ...common, defaultSort: '-surname' }),
  // @ts-expect-error a filter by a value that the column cannot have
  () => defineResource({ ...common, filters: { status: ['asleep'] } }),
  () =>
    defineResource({
      ...common,
      schema: () => z.object(names),
      // @ts-expect-error a field too few
      fields: { first_name: nameFields.first_name },
    }),
  () =>
    defineResource({
      ...common,
      schema: () => z.object(names),
      // @ts-expect-error a field too many
      fields: { ...nameFields, bio: { kind: 'textarea', label: 'Bio' } },
    }),
  // @ts-expect-error a schema without its fields
  () => defineResource({ ...common, schema: () => z.object(names) }),
  () =>
    defineResource({
      ...common,
      table: 'programs',
      title: () => '',
      select: ['name'],
      columns: [{ key: 'name', header: 'Name' }],
      // @ts-expect-error a schema that lacks a column which must be given
      schema: () => z.object({ description: requiredText(100) }),
      // @ts-expect-error and its form likewise
      fields: { description: { kind: 'text', label: 'Description' } },
    }),
  () =>
    defineResource({
      ...common,
      // @ts-expect-error a schema with a value of another type
      schema: () => z.object({ ...names, bio: z.string().transform(Number) }),
      fields: { ...nameFields, bio: { kind: 'textarea', label: 'Bio' } },
    }),
  () =>
    defineResource({
      ...common,
      // @ts-expect-error a schema with a column that the table lacks
      schema: () => z.object({ ...names, shoe_size: optionalText(100) }),
      fields: { ...nameFields, shoe_size: { kind: 'text', label: 'Shoe size' } },
    }),
  () =>
    // @ts-expect-error a form without the texts that tell its outcome
    defineResource({
      ...common,
      schema: () => z.object(names),
      fields: nameFields,
      toasts: { loadFailed: toasts.loadFailed },
    }),
]

it('knows the row in a cell', () => {
  defineResource({
    ...common,
    columns: [
      {
        key: 'status',
        header: 'Status',
        cell: (mentor) => {
          expectTypeOf(mentor.status).toEqualTypeOf<'active' | 'inactive'>()
          return mentor.status
        },
      },
    ],
  })
})
