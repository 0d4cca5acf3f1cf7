import ShieldAlert from 'lucide-react/icons/shield-alert'
import { Badge } from './badge'

/** Marks what is about a child or somebody's health. */
export function SensitiveBadge() {
  return (
    <Badge tone="orange">
      <ShieldAlert aria-hidden="true" className="size-4" />
      Sensitive
    </Badge>
  )
}
