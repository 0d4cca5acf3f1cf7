import { z } from 'zod'
import { formatDate } from '@/shared/lib/format-date'
import { fullName } from '@/shared/lib/full-name'
import { defineResource } from '@/shared/resource/define/define-resource'
import { optionalEmail, optionalLine, optionalText, requiredLine } from '@/shared/forms/form-text'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { StatusBadge } from '@/shared/ui/status-badge'
import { areas } from '@/shared/auth/areas'
import { contact } from '@/shared/ui/contact'
import { personActions, personStatuses } from './person'
import { personPanel } from './record-panel'

const toasts = {
  loadFailed: failureAsSaid,
  added: { title: 'Trainer added successfully' },
  addFailed: failureAsSaid,
  updated: { title: 'Trainer updated successfully' },
  updateFailed: failureAsSaid,
}

export const trainers = defineResource({
  table: 'trainers',
  ...areas.trainers,
  toasts,
  title: fullName,
  select: ['first_name', 'last_name', 'email', 'phone', 'specialization', 'bio', 'status'],
  exported: [
    'id',
    'first_name',
    'last_name',
    'email',
    'phone',
    'specialization',
    'bio',
    'status',
    'created_at',
  ],
  columns: [
    { key: 'last_name', header: 'Name', sortable: true, cell: fullName },
    { key: 'email', header: 'Contact', sortable: true, cell: contact },
    { key: 'specialization', header: 'Specialization', sortable: true, mobilePriority: true },
    { key: 'status', header: 'Status', sortable: true, mobilePriority: true, cell: StatusBadge },
    { key: 'bio', header: 'Bio' },
    {
      key: 'created_at',
      header: 'Added',
      sortable: true,
      cell: ({ created_at }) => formatDate(created_at),
    },
  ],
  hiddenAtFirst: ['bio', 'created_at'],
  filters: { status: personStatuses },
  importOnlyFields: { status: personStatuses },
  defaultSort: '-created_at',
  duplicateKeys: [['email'], ['phone', 'first_name'], ['last_name', 'first_name', 'email']],
  warnsOfSimilar: true,
  schema: z.object({
    first_name: requiredLine(100),
    last_name: requiredLine(100),
    email: optionalEmail,
    phone: optionalLine(40),
    specialization: optionalText(500),
    bio: optionalText(5000),
  }),
  fields: {
    first_name: { kind: 'text', label: 'First name' },
    last_name: { kind: 'text', label: 'Last name' },
    email: { kind: 'email', label: 'Email' },
    phone: { kind: 'tel', label: 'Phone' },
    specialization: { kind: 'text', label: 'Specialization' },
    bio: { kind: 'textarea', label: 'Bio' },
  },
  slots: { rowActions: personActions('trainers', toasts), panel: personPanel('trainers') },
})
