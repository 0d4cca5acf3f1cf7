import { createdColumn, statusColumn } from '@/engine/core/columns'
import { defineResource } from '@/engine/core/define-resource'
import { mentorColumn, programsColumn } from './beside'
import { ChildName } from './child-name'
import { oneName, person, nameColumn, personFields, personSchema } from './person'

export const mentees = defineResource({
  ...person('mentees'),
  select: ['first_name', 'last_name', 'email', 'status'],
  exported: ['id', 'first_name', 'last_name', 'email', 'status', 'created_at'],
  columns: [
    { ...nameColumn, cell: (child) => <ChildName {...child} /> },
    { ...programsColumn('mentees'), mobilePriority: true },
    mentorColumn,
    statusColumn,
    createdColumn('Added'),
  ],
  protected: [
    'phone',
    'grade_level',
    'school_name',
    'parent_name',
    'parent_email',
    'parent_phone',
    'weekdays',
    'place',
    'wishes',
  ],
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
        weekdays: parts.optionalWeekdays,
        place: parts.optionalLine(200),
        wishes: parts.optionalText(1000),
      })
      .refine(...oneName),
  fields: {
    ...personFields,
    grade_level: { kind: 'text', label: 'Grade level' },
    school_name: { kind: 'text', label: 'School' },
    parent_name: { kind: 'text', label: 'Parent name' },
    parent_email: { kind: 'email', label: 'Parent email' },
    parent_phone: { kind: 'tel', label: 'Parent phone' },
    weekdays: { kind: 'text', label: 'Weekdays', hint: 'When they can meet, like Mon, Wed.' },
    place: { kind: 'text', label: 'Place', hint: 'Where they can meet.' },
    wishes: { kind: 'textarea', label: 'Wishes for a match' },
  },
})
