import { z } from 'zod'
import { optionalEmail, optionalLine } from '@/shared/forms/form-text'
import { createdColumn, statusColumn } from '@/shared/resource/define/columns'
import { defineResource } from '@/shared/resource/define/define-resource'
import { contact } from '@/shared/ui/contact'
import { person, nameColumn, personFields, personSchema } from './person'

export const mentees = defineResource({
  ...person('mentees'),
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
    nameColumn,
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
    statusColumn,
    createdColumn('Added'),
  ],
  hiddenAtFirst: ['email', 'created_at'],
  sensitive: ['grade_level', 'school_name', 'parent_name', 'parent_email', 'parent_phone'],
  // Brothers and sisters share addresses.
  duplicateKeys: [
    ['email', 'first_name'],
    ['last_name', 'first_name', 'school_name'],
    ['last_name', 'first_name', 'parent_email'],
  ],
  schema: z.object({
    ...personSchema,
    grade_level: optionalLine(100),
    school_name: optionalLine(200),
    parent_name: optionalLine(200),
    parent_email: optionalEmail,
    parent_phone: optionalLine(40),
  }),
  fields: {
    ...personFields,
    grade_level: { kind: 'text', label: 'Grade level' },
    school_name: { kind: 'text', label: 'School' },
    parent_name: { kind: 'text', label: 'Parent name' },
    parent_email: { kind: 'email', label: 'Parent email' },
    parent_phone: { kind: 'tel', label: 'Parent phone' },
  },
})
