import { Badge, type BadgeTone } from '@/shared/ui/badge'
import { roleLabel, type Role } from './roles'

const tones: Record<Role, BadgeTone> = {
  admin: 'red',
  director: 'purple',
  development_manager: 'indigo',
  staff: 'blue',
  mentor: 'green',
  mentee: 'teal',
  student: 'sky',
  donor: 'yellow',
  supporter: 'orange',
  accounting: 'olive',
  program_manager: 'pink',
  fundraiser: 'neutral',
  user: 'grey',
}

export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={tones[role]}>{roleLabel(role)}</Badge>
}
