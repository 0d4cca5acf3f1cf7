import { optionLabel } from '@/shared/lib/option-label'
import { Badge, type BadgeTone } from '@/shared/ui/badge'

/** The color of each status. Color asks for attention; normal states are quiet. */
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

  active: 'quiet',
  inactive: 'neutral',
  planned: 'neutral',
  completed: 'grey',
  cancelled: 'grey',

  subscribed: 'quiet',
  unconfirmed: 'yellow',

  draft: 'neutral',
  scheduled: 'blue',
  sending: 'yellow',
  paused: 'orange',
  sent: 'quiet',

  waiting: 'yellow',
  failed: 'red',
  suppressed: 'grey',
}

/** A status that this app does not know yet is gray. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'grey'}>{optionLabel(status)}</Badge>
}
