import { useAskedSignOut } from '@/shared/account-ui/leave-question'
import { useAuth } from './auth-context'
import { Button, type ButtonProps } from '@/shared/ui/button'

/** The guard of the page navigates to the sign-in page once the session has ended. */
export function SignOutButton({ className }: Pick<ButtonProps, 'className'>) {
  const signOut = useAskedSignOut(useAuth().signOut)
  return (
    <Button variant="outline" className={className} onClick={signOut}>
      Sign Out
    </Button>
  )
}
