import { Link } from 'react-router-dom'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'

interface LinkCardsProps {
  links: readonly { to: string; title: string; text?: string }[]
}

export function LinkCards({ links }: LinkCardsProps) {
  return (
    <ul className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {links.map(({ to, title, text }) => (
        <Card as="li" key={to}>
          <CardHeader>
            <CardTitle as="h2">
              <Link to={to}>{title}</Link>
            </CardTitle>
          </CardHeader>
          <CardContent>{text}</CardContent>
        </Card>
      ))}
    </ul>
  )
}
