import { createdColumn, statusColumn } from '@/engine/core/columns'
import { defineResource } from '@/engine/core/define-resource'
import { contact } from '@/shared/account-ui/contact'
import { openTasksColumn, programsColumn } from './beside'
import { oneName, ownAddressKeys, person, nameColumn, personFields, personSchema } from './person'

const exported = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'expertise',
  'bio',
  'status',
] as const

export const mentors = defineResource({
  ...person('mentors'),
  select: [...exported, 'telephones'],
  exported: ['id', ...exported, 'created_at'],
  columns: [
    nameColumn,
    { key: 'email', header: 'Contact', sortable: true, cell: contact },
    { key: 'expertise', header: 'Expertise', sortable: true, mobilePriority: true },
    programsColumn('mentors'),
    openTasksColumn,
    { key: 'bio', header: 'Bio' },
    statusColumn,
    createdColumn('Added'),
  ],
  hiddenAtFirst: ['bio'],
  duplicateKeys: ownAddressKeys,
  schema: (parts) =>
    parts
      .object({
        ...personSchema(parts),
        expertise: parts.optionalText(500),
        bio: parts.optionalText(5000),
      })
      .refine(...oneName),
  fields: {
    ...personFields,
    expertise: { kind: 'text', label: 'Expertise', isWide: true },
    bio: { kind: 'textarea', label: 'Bio' },
  },
})
