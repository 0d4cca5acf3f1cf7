import { createdColumn, statusColumn } from '@/engine/core/columns'
import { defineResource } from '@/engine/core/define-resource'
import { programsColumn } from './beside'
import { ChildName } from './child-name'
import { oneName, person, nameColumn, personFields, personSchema } from './person'

export const mentees = defineResource({
  ...person('mentees'),
  select: ['first_name', 'last_name', 'email', 'status'],
  exported: ['id', 'first_name', 'last_name', 'email', 'status', 'created_at'],
  columns: [
    { ...nameColumn, cell: (child) => <ChildName {...child} /> },
    { ...programsColumn('mentees'), mobilePriority: true },
    statusColumn,
    createdColumn('Added'),
  ],
  protected: ['phone', 'grade_level', 'school_name', 'parent_name', 'parent_email', 'parent_phone'],
  // Brothers and sisters share addresses. Protected fields are only compared within a file.
  duplicateKeys: [
    ['email', 'first_name'],
    ['first_name', 'last_name', 'school_name'],
    ['first_name', 'last_name', 'parent_email'],
  ],
  schema: (parts) =>
    parts
      .object({
        ...personSchema(parts),
        grade_level: parts.optionalLine(100),
        school_name: parts.optionalLine(200),
        parent_name: parts.optionalLine(200),
        parent_email: parts.optionalEmail,
        parent_phone: parts.optionalLine(40),
      })
      .refine(...oneName),
  fields: {
    ...personFields,
    grade_level: { kind: 'text', label: 'Grade level' },
    school_name: { kind: 'text', label: 'School' },
    parent_name: { kind: 'text', label: 'Parent name' },
    parent_email: { kind: 'email', label: 'Parent email' },
    parent_phone: { kind: 'tel', label: 'Parent phone' },
  },
})
