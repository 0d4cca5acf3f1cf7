import { mergedInto } from './merge/merged-here'
import { CameFrom } from './came-from'

const columns = { mentors: 'mentor_id', mentees: 'mentee_id', trainers: 'trainer_id' } as const

/** Above what is known about a person: where they came from, and who was merged into them. */
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
