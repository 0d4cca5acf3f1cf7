import { createdColumn, statusColumn } from '@/engine/core/columns'
import { defineResource } from '@/engine/core/define-resource'
import { contact } from '@/shared/account-ui/contact'
import { openTasksColumn, programsColumn } from './beside'
import { oneName, ownAddressKeys, person, nameColumn, personFields, personSchema } from './person'

const MOST_MATCHES = 50

const exported = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'expertise',
  'bio',
  'status',
  'weekdays',
  'place',
  'wishes',
  'capacity',
] as const

export const mentors = defineResource({
  ...person('mentors'),
  isAddressed: true,
  select: [...exported, 'telephones'],
  exported: ['id', ...exported, 'created_at'],
  columns: [
    nameColumn,
    { key: 'email', header: 'Contact', sortable: true, cell: contact },
    { key: 'expertise', header: 'Expertise', sortable: true, mobilePriority: true },
    programsColumn('mentors'),
    openTasksColumn,
    { key: 'bio', header: 'Bio' },
    { key: 'weekdays', header: 'Weekdays' },
    { key: 'place', header: 'Place' },
    { key: 'capacity', header: 'Matches', isNumeric: true, cell: ({ capacity }) => capacity ?? 1 },
    statusColumn,
    createdColumn('Added'),
  ],
  hiddenAtFirst: ['bio', 'weekdays', 'place', 'capacity'],
  duplicateKeys: ownAddressKeys,
  schema: (parts) =>
    parts
      .object({
        ...personSchema(parts),
        expertise: parts.optionalText(500),
        bio: parts.optionalText(5000),
        weekdays: parts.optionalWeekdays,
        place: parts.optionalLine(200),
        capacity: parts.optionalCount.refine(
          (count) => count === null || count <= MOST_MATCHES,
          `Please keep this to ${MOST_MATCHES}`,
        ),
        wishes: parts.optionalText(1000),
      })
      .refine(...oneName),
  fields: {
    ...personFields,
    expertise: { kind: 'text', label: 'Expertise', isWide: true },
    bio: { kind: 'textarea', label: 'Bio' },
    weekdays: { kind: 'text', label: 'Weekdays', hint: 'When they can meet, like Mon, Wed.' },
    place: { kind: 'text', label: 'Place', hint: 'Where they can meet.' },
    capacity: { kind: 'number', label: 'Matches', hint: 'How many at a time. Empty is one.' },
    wishes: { kind: 'textarea', label: 'Wishes for a match' },
  },
})
