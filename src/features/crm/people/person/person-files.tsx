import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { personFilesQuery, type FileKind, type FileRecord } from '@/engine/files/file-queries'
import { FilesPart } from '@/engine/files/files-part'
import type { PersonAt, PersonLine } from './people-queries'
import { kindLabel } from '@/engine/core/people-search'

interface PersonFilesProps {
  /** As requested */
  person: string
  own: PersonAt
  name: string
  lines: readonly PersonLine[]
}

/** The files of all records of a person; a new one goes to one of them. */
export function PersonFiles({ person, own, name, lines }: PersonFilesProps) {
  const files = useQuery(personFilesQuery(person))
  return <FilesPart query={files} name={name} records={recordsOf(own, lines)} showsRecord />
}

const kinds: readonly string[] = [
  'mentors',
  'mentees',
  'trainers',
  'submissions',
] satisfies FileKind[]

function recordsOf({ id: person, kinds: roles }: PersonAt, lines: readonly PersonLine[]) {
  const records = lines.flatMap(({ area, kind, id, name, happened_at }): FileRecord[] => {
    if (!id || !kinds.includes(area)) return []
    const named =
      area === 'submissions' ? `of ${formatDate(happened_at)}` : name ? isolated(name) : ''
    return [{ kind: area as FileKind, id, name: `${kindLabel(kind)} ${named}`.trim() }]
  })
  return roles.includes('donor')
    ? [...records, { kind: 'donors' as const, id: person, name: 'Donor' }]
    : records
}
