import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { RoleBadge } from '@/shared/auth/role-badge'
import { paths } from '@/shared/config/paths'
import { Button } from '@/shared/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { notify } from '@/shared/ui/notify'

interface Shortcut {
  to: string
  title: string
  text: string
}

const shortcuts: readonly Shortcut[] = [
  {
    to: paths.volunteer,
    title: 'Volunteer',
    text: 'Teach, tutor, help at events or in the office.',
  },
  { to: paths.donate, title: 'Give', text: 'See how to support the work with a gift.' },
  { to: paths.contact, title: 'Stay connected', text: 'Write to us, or receive our newsletter.' },
]

const adminShortcuts: readonly Shortcut[] = [
  {
    to: paths.submissions,
    title: 'Form Submissions',
    text: 'Review applications and proposals as they arrive.',
  },
]

/** Where sign-in lands. */
export function AccountPage() {
  const { profile, user, role, isAdmin, signOut } = useAuth()
  const name = profile?.fullName ?? user?.email

  return (
    <Section>
      <title>Your account</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1>Welcome, {name}</h1>
          <p className="mt-3">
            <RoleBadge role={role} />
          </p>
        </div>
        <Button
          variant="outline"
          onClick={() => {
            signOut().catch((error: unknown) => {
              console.error(error)
              notify({ title: 'An unexpected error occurred', tone: 'error' })
            })
          }}
        >
          Sign Out
        </Button>
      </div>
      <ul className="mt-10 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {(isAdmin ? [...adminShortcuts, ...shortcuts] : shortcuts).map(({ to, title, text }) => (
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
    </Section>
  )
}
