import { z } from 'zod'
import { formatDate } from '@/shared/lib/format-date'
import { fullName } from '@/shared/lib/full-name'
import { defineResource } from '@/shared/resource/define/define-resource'
import { optionalEmail, optionalLine, requiredLine } from '@/shared/forms/form-text'
import { StatusBadge } from '@/shared/ui/status-badge'
import { areas } from '@/shared/auth/areas'
import { contact } from '@/shared/ui/contact'
import { personActions, personStatuses } from './person'
import { personPanel } from './record-panel'

const toasts = {
  loadFailed: { title: 'Failed to load mentees' },
  added: { title: 'Mentee added successfully' },
  addFailed: { title: 'Failed to add mentee' },
  updated: { title: 'Mentee updated successfully' },
  updateFailed: { title: 'Failed to update mentee' },
}

export const mentees = defineResource({
  table: 'mentees',
  ...areas.mentees,
  toasts,
  title: fullName,
  select: [
    'first_name',
    'last_name',
    'email',
    'phone',
    'grade_level',
    'school_name',
    'parent_name',
    'parent_email',
    'parent_phone',
    'status',
  ],
  exported: [
    'id',
    'first_name',
    'last_name',
    'email',
    'phone',
    'grade_level',
    'school_name',
    'parent_name',
    'parent_email',
    'parent_phone',
    'status',
    'created_at',
  ],
  columns: [
    { key: 'last_name', header: 'Name', sortable: true, cell: fullName },
    { key: 'grade_level', header: 'Grade', sortable: true },
    { key: 'school_name', header: 'School', sortable: true, mobilePriority: true },
    { key: 'parent_name', header: 'Parent', sortable: true },
    {
      key: 'parent_email',
      header: 'Parent contact',
      cell: ({ parent_email, parent_phone }) =>
        contact({ email: parent_email, phone: parent_phone }),
    },
    { key: 'email', header: 'Own contact', cell: contact },
    { key: 'status', header: 'Status', sortable: true, mobilePriority: true, cell: StatusBadge },
    {
      key: 'created_at',
      header: 'Added',
      sortable: true,
      cell: ({ created_at }) => formatDate(created_at),
    },
  ],
  hiddenAtFirst: ['email', 'created_at'],
  sensitive: ['grade_level', 'school_name', 'parent_name', 'parent_email', 'parent_phone'],
  filters: { status: personStatuses },
  importOnlyFields: { status: personStatuses },
  defaultSort: '-created_at',
  // Brothers and sisters share addresses.
  duplicateKeys: [
    ['email', 'first_name'],
    ['last_name', 'first_name', 'school_name'],
    ['last_name', 'first_name', 'parent_email'],
  ],
  warnsOfSimilar: true,
  schema: z.object({
    first_name: requiredLine(100),
    last_name: requiredLine(100),
    email: optionalEmail,
    phone: optionalLine(40),
    grade_level: optionalLine(100),
    school_name: optionalLine(200),
    parent_name: optionalLine(200),
    parent_email: optionalEmail,
    parent_phone: optionalLine(40),
  }),
  fields: {
    first_name: { kind: 'text', label: 'First name' },
    last_name: { kind: 'text', label: 'Last name' },
    email: { kind: 'email', label: 'Email' },
    phone: { kind: 'tel', label: 'Phone' },
    grade_level: { kind: 'text', label: 'Grade level' },
    school_name: { kind: 'text', label: 'School' },
    parent_name: { kind: 'text', label: 'Parent name' },
    parent_email: { kind: 'email', label: 'Parent email' },
    parent_phone: { kind: 'tel', label: 'Parent phone' },
  },
  slots: { rowActions: personActions('mentees', toasts), panel: personPanel('mentees') },
})
