import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { Card, CardContent } from '@/shared/ui/card'
import { Logo } from '@/shared/ui/logo'

interface AuthPageProps {
  title: string
  /** A `div` where the surrounding layout has the landmark */
  as?: 'main' | 'div'
  /** Beneath the card */
  footer?: ReactNode
  children: ReactNode
}

/** A page with one card, used before an account opens. */
export function AuthPage({ title, as: Frame = 'main', footer, children }: AuthPageProps) {
  return (
    <Frame className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-10">
      <title>{title}</title>
      <Card>
        <CardContent className="grid gap-5">
          {Frame === 'main' && (
            <Link
              to={paths.home}
              aria-label={`${organisation.name}, home`}
              className="me-auto rounded-control py-1 text-forest-700"
            >
              <Logo size="sm" />
            </Link>
          )}
          <h1 className="text-heading">{title}</h1>
          {children}
        </CardContent>
      </Card>
      {footer}
    </Frame>
  )
}
