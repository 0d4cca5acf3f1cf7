import { expect, it } from 'vitest'
import { sectionsOf } from './handed-over-words'

const id = 'a70df2ba-a8fd-4eac-a9cc-2139cb8cd1c8'
const handedOver = (table: string, row: Record<string, unknown>) =>
  sectionsOf({
    about: id,
    name: 'Kit',
    handed_over_at: '',
    parts: [{ label: 'Label', table, rows: [row] }],
  })

it.each([
  [
    'public.student_grades',
    { course: 'English', id, grade: 88.5, created_at: '2026-11-25T22:59:54+00:00' },
    'Grades',
    ['Course: English', 'Grade: 88.5', 'Date: Nov 25, 2026, 4:59 PM'],
  ],
  [
    'public.program_applications',
    {
      program_interest: 'early-childhood',
      relationship: 'relative',
      child_age: 7,
      status: 'in_progress',
    },
    'Label',
    [
      'Program interest: Early Childhood Education',
      'Relationship: Other relative',
      'Child age: 7',
      'Status: In progress',
    ],
  ],
  [
    'public.change_log',
    {
      action: 'changed',
      record_kind: 'student_grades',
      changes: { 'Kit, Quiz': [null, 88.5], school_name: null },
    },
    'What was done with this data',
    [
      'What was done: Changed',
      'In: Grades',
      'Change: Kit, Quiz: nothing → 88.5\nSchool name: changed',
    ],
  ],
  [
    'private.merges',
    { kind: 'mentees', merged_row: { id, first_name: 'Kit', email: null, search_text: 'kit' } },
    'Earlier records of the same person',
    ['Kind: Mentee', 'Record: First name: Kit'],
  ],
  [
    'private.guardians',
    { child: 'Kit', adult: 'Zoe', relation: 'parent', no_contact: true },
    'Parents and guardians',
    ['Child: Kit', 'Parent or guardian: Zoe', 'Relation: Parent', 'Must not be contacted: Yes'],
  ],
  [
    'private.members',
    { name: 'Zoe', household: 'The Zs', others: ['Kit (child)', 'Ann (partner)'], role: 'parent' },
    'Households and organizations',
    ['Name: Zoe', 'Household: The Zs', 'Other members: Kit (child), Ann (partner)', 'Role: Parent'],
  ],
  [
    'public.files',
    { name: 'Clearance.pdf', size: 240_000, type: 'application/pdf', state: 'ready' },
    'Files about you',
    ['Name: Clearance.pdf', 'Size: 234 KB', 'Type: PDF', 'Status: Ready'],
  ],
  [
    'public.donations',
    { amount: 50, ended_at: '2026-01-31' },
    'Gifts',
    ['Amount: $50', 'Ended: Jan 31, 2026'],
  ],
])('puts %s in words', (table, row, heading, lines) => {
  const [section] = handedOver(table, row)
  expect(section!.heading).toBe(heading)
  expect(section!.rows[0]!.map((field) => field.join(': '))).toEqual(lines)
})

it('leaves out empty parts', () => {
  expect(handedOver('private.imported_rows', { import_id: id })).toEqual([])
})
