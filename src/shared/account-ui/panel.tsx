import { useId, type ReactNode } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'

interface PanelProps {
  title: string
  text?: string
  children: ReactNode
}

/** One section of a page. */
export function Panel({ title, text, children }: PanelProps) {
  const titleId = useId()
  return (
    <Card as="section" aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle as="h2" id={titleId}>
          {title}
        </CardTitle>
        {text && <p className="text-sm text-ink-soft">{text}</p>}
      </CardHeader>
      <CardContent>{children}</CardContent>
    </Card>
  )
}
