import { mentees } from '../mentees'
import { mentors } from '../mentors'
import { trainers } from '../trainers'
import { MergeDialog } from './merge-dialog'
import type { PersonTable } from './merge-queries'

const resources = { mentors, mentees, trainers }

interface MergeFromPanelProps {
  table: PersonTable
  id: string
  onClose: () => void
}

/** The merge of a record, where its list is not at hand. */
export function MergeFromPanel({ table, id, onClose }: MergeFromPanelProps) {
  return <MergeDialog table={table} resource={resources[table]} id={id} onClose={onClose} />
}
