import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { Button, type ButtonProps } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'

/** The guard of the page around it leads to the sign-in page as soon as the session has ended. */
export function SignOutButton({
  variant = 'outline',
  className,
}: Pick<ButtonProps, 'variant' | 'className'>) {
  const { signOut } = useAuth()
  const [leaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      console.error(error)
      notify({ title: 'An unexpected error occurred', tone: 'error' })
    } finally {
      setLeaving(false)
    }
  }

  return (
    <Button variant={variant} className={className} loading={leaving} onClick={() => void leave()}>
      Sign Out
    </Button>
  )
}
