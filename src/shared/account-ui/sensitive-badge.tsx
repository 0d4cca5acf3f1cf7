import ShieldAlert from 'lucide-react/icons/shield-alert'
import { Badge } from '@/shared/ui/badge'

/** Marks data about a child or a person's health. */
export function SensitiveBadge() {
  return (
    <Badge tone="orange">
      <ShieldAlert aria-hidden="true" className="size-4" />
      Sensitive
    </Badge>
  )
}
