import { z } from 'zod'
import { optionalText } from '@/shared/forms/form-text'
import { defineResource } from '@/shared/resource/define/define-resource'
import { contact } from '@/shared/ui/contact'
import { ownAddressKeys, person, personColumns, personFields, personSchema } from './person'

export const mentors = defineResource({
  ...person('mentors'),
  select: ['first_name', 'last_name', 'email', 'phone', 'expertise', 'bio', 'status'],
  columns: [
    personColumns.name,
    { key: 'email', header: 'Contact', sortable: true, cell: contact },
    { key: 'expertise', header: 'Expertise', sortable: true, mobilePriority: true },
    { key: 'bio', header: 'Bio' },
    personColumns.status,
    personColumns.added,
  ],
  hiddenAtFirst: ['bio'],
  duplicateKeys: ownAddressKeys,
  schema: z.object({ ...personSchema, expertise: optionalText(500), bio: optionalText(5000) }),
  fields: {
    ...personFields,
    expertise: { kind: 'text', label: 'Expertise' },
    bio: { kind: 'textarea', label: 'Bio' },
  },
})
