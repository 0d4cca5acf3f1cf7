import type { LucideIcon } from 'lucide-react'
import { Card, CardContent } from '@/shared/ui/card'

interface ValueCardProps {
  Icon: LucideIcon
  title: string
  text: string
}

export function ValueCard({ Icon, title, text }: ValueCardProps) {
  return (
    <Card as="li">
      <CardContent className="flex gap-4 sm:gap-5">
        <Icon aria-hidden="true" className="mt-1 size-8 shrink-0 text-clay-600" />
        <div>
          <h3>{title}</h3>
          <p className="mt-1 text-ink-soft">{text}</p>
        </div>
      </CardContent>
    </Card>
  )
}
