import { optionLabel } from '@/shared/lib/option-label'
import { Badge, type BadgeTone } from './badge'

/** The colour of every status there is: submissions, people, programs, courses, campaigns. */
const tones: Readonly<Record<string, BadgeTone>> = {
  new: 'blue',
  contacted: 'yellow',
  in_progress: 'purple',
  accepted: 'green',
  rejected: 'red',

  confirmed: 'green',
  waitlisted: 'purple',
  offered: 'orange',
  lapsed: 'grey',
  declined: 'red',

  active: 'forest',
  inactive: 'neutral',
  planned: 'blue',
  completed: 'grey',
  cancelled: 'red',

  subscribed: 'forest',
  unconfirmed: 'yellow',

  draft: 'neutral',
  scheduled: 'blue',
  sending: 'yellow',
  paused: 'orange',
  sent: 'forest',

  waiting: 'yellow',
  failed: 'red',
  suppressed: 'grey',
}

/** A status that the database gains before this app does is shown in grey. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'grey'}>{optionLabel(status)}</Badge>
}
