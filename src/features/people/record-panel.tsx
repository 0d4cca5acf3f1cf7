import { mergedInto } from './merge/merged-here'
import { CameFrom } from './came-from'

const columns = { mentors: 'mentor_id', mentees: 'mentee_id', trainers: 'trainer_id' } as const

/** Above the fields of a person: the source of the record and the records merged into it. */
export function personPanel(table: keyof typeof columns) {
  const MergedHere = mergedInto(table)
  return function PersonPanel({ row }: { row: { id: string } }) {
    return (
      <>
        <CameFrom column={columns[table]} id={row.id} />
        <MergedHere row={row} />
      </>
    )
  }
}
