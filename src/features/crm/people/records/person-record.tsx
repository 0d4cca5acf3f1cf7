import { isolated } from '@/shared/lib/isolated'
import { fullName } from '@/shared/lib/full-name'
import { RecordFiles } from '@/engine/files/record-files'
import { SubjectTasks } from '@/engine/tasks/subject-tasks'
import { PersonLink } from '@/shared/account-ui/person-link'
import { CameFrom } from './came-from'
import type { PersonTable } from '../merge/merge-queries'
import { FamilyOfRecord } from '../family/family'
import { MentorAccountPart } from '../mentor-accounts/mentor-account'
import { NumbersForMentor } from '../mentor-accounts/numbers-for-mentor'
import { MergedHere } from '../merge/merged-here'
import { RightsActions } from '../rights/rights-actions'

const conversionColumns = {
  mentors: 'mentor_id',
  mentees: 'mentee_id',
  trainers: 'trainer_id',
} as const

export interface Shown {
  id: string
  first_name?: string | null
  last_name?: string | null
  email?: string | null
}

/** A person's applications, merges and data rights. */
export function PersonRecord({ table, row }: { table: PersonTable; row: Shown }) {
  const { id, first_name = null, last_name = null } = row
  const name = isolated(fullName({ first_name, last_name }))

  return (
    <>
      {table === 'mentees' && <FamilyOfRecord key={`family of ${id}`} id={id} />}
      <p className="mb-4">
        <PersonLink address={`${table}:${id}`}>See everything from this person</PersonLink>
      </p>
      {table === 'mentors' && (
        <MentorAccountPart key={`account of ${id}`} mentor={id} email={row.email ?? null} />
      )}
      {table === 'mentees' && <NumbersForMentor key={`numbers of ${id}`} mentee={id} />}
      <CameFrom column={conversionColumns[table]} id={id} />
      <MergedHere table={table} id={id} />
      <SubjectTasks key={`tasks of ${id}`} subject={{ kind: table, id }} name={name} />
      <RecordFiles key={`files of ${id}`} record={{ kind: table, id, name }} />
      <RightsActions key={id} subjects={[{ value: id, word: name, label: name }]} />
    </>
  )
}
