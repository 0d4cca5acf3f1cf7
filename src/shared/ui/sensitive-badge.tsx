import ShieldAlert from 'lucide-react/icons/shield-alert'
import { Badge } from './badge'

/** Marks data about a child or a person's health. */
export function SensitiveBadge() {
  return (
    <Badge tone="orange">
      <ShieldAlert aria-hidden="true" className="size-4" />
      Sensitive
    </Badge>
  )
}

/** The same where there is no room for the word. */
export function SensitiveMark() {
  return (
    <span title="Sensitive" className="text-tone-orange-ink">
      <ShieldAlert aria-hidden="true" className="inline size-4 align-[-0.15em]" />
      <span className="sr-only">Sensitive</span>
    </span>
  )
}
