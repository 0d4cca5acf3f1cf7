import { createdColumn, statusColumn } from '@/engine/core/columns'
import { defineResource } from '@/engine/core/define-resource'
import { failureInFull } from '@/shared/supabase/backend-message'
import { contact } from '@/shared/account-ui/contact'
import { oneName, ownAddressKeys, person, nameColumn, personFields, personSchema } from './person'

const exported = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'specialization',
  'bio',
  'status',
] as const

export const trainers = defineResource({
  ...person('trainers', failureInFull),
  isAddressed: true,
  select: [...exported, 'telephones'],
  exported: ['id', ...exported, 'created_at'],
  columns: [
    nameColumn,
    { key: 'email', header: 'Contact', sortable: true, cell: contact },
    { key: 'specialization', header: 'Specialization', sortable: true, mobilePriority: true },
    statusColumn,
    { key: 'bio', header: 'Bio' },
    createdColumn('Added'),
  ],
  hiddenAtFirst: ['bio', 'created_at'],
  duplicateKeys: ownAddressKeys,
  schema: (parts) =>
    parts
      .object({
        ...personSchema(parts),
        specialization: parts.optionalText(500),
        bio: parts.optionalText(5000),
      })
      .refine(...oneName),
  fields: {
    ...personFields,
    specialization: { kind: 'text', label: 'Specialization', isWide: true },
    bio: { kind: 'textarea', label: 'Bio' },
  },
})
