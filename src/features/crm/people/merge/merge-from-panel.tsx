import { lazyPart } from '@/shared/account-ui/lazy-part'
import { mentees } from '../records/mentees'
import { mentors } from '../records/mentors'
import { trainers } from '../records/trainers'
import type { PersonTable } from './merge-queries'

// As in `person.tsx`, so that the dialog stays in its own chunk.
const MergeDialog = lazyPart(() => import('./merge-dialog'))

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
