import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { SignOutButton } from '@/shared/auth/sign-out-button'
import { PasswordInput } from '@/shared/account-ui/password-input'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { forgetSession } from '@/shared/supabase/client'
import type { EndedSession } from '@/shared/supabase/ended-session'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Form } from '@/shared/ui/form'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { signInSchema, type SignIn } from './credentials'
import { CodeForm } from './second-factor/code-form'

/** An unused page whose session has ended closes after this. */
const UNUSED_MS = 30 * 60_000
/** Typing must not continue in the dialog. */
const TYPING_MS = 1_000

/**
 * Over a page whose session ended elsewhere: asks for the password once a request of the user is
 * waiting. Background refreshes wait without asking.
 */
export function SignInAgain({ ended, onClose }: { ended: EndedSession; onClose: () => void }) {
  const isStill = useStillness(TYPING_MS, ['input'])
  const isUnused = useStillness(UNUSED_MS, ['pointerdown', 'keydown'])
  const isSaving = useIsMutating() > 0
  const refreshing = useIsFetching({ predicate: ({ state }) => state.data !== undefined })
  const [wasOpen, setOpen] = useState(false)
  const isWanted = wasOpen || isSaving || (isStill && ended.waiting > refreshing)
  const isOpen = ended.waiting > 0 && isWanted
  if (isOpen !== wasOpen) setOpen(isOpen)

  useEffect(() => {
    if (isUnused) void forgetSession()
  }, [isUnused])

  return (
    <Dialog open={isOpen} onOpenChange={onClose}>
      {ended.factors.length > 0 ? (
        <DialogContent
          size="sm"
          title="Enter your code"
          description="Your account has a second factor."
        >
          <CodeForm factors={ended.factors} label="Second factor" yes="Continue" />
          <DialogFooter>
            <SignOutButton />
          </DialogFooter>
        </DialogContent>
      ) : (
        <PasswordContent />
      )}
    </Dialog>
  )
}

function PasswordContent() {
  const { user, signIn } = useAuth()
  const form = useSchemaForm(signInSchema, { email: user?.email ?? '', password: '' })
  const captcha = useCaptcha()
  const [failure, setFailure] = useState<string>()
  const { isSubmitting } = form.formState

  async function submit({ email, password }: SignIn) {
    setFailure(undefined)
    try {
      await signIn({ email, password }, await captcha.token())
    } catch (error) {
      setFailure(authErrorNotice('Login failed:', error).title)
    }
  }

  return (
    <DialogContent
      size="sm"
      title="Sign in again"
      description="You were signed out elsewhere, or your password was changed. Nothing you typed is lost: it is saved once you sign in."
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        form.setFocus('password')
      }}
    >
      <Form form={form} label="Sign in again" onSubmit={submit}>
        {(Field) => (
          <>
            <Field name="email" label="Email" readOnly type="email" autoComplete="username" />
            <Field
              name="password"
              label="Password"
              required
              as={PasswordInput}
              autoComplete="current-password"
            />
            {captcha.widget}
            {failure && <Alert tone="danger">{failure}</Alert>}
            <DialogFooter>
              <SignOutButton />
              <Button type="submit" loading={isSubmitting}>
                {isSubmitting ? 'Signing In...' : 'Sign In'}
              </Button>
            </DialogFooter>
          </>
        )}
      </Form>
    </DialogContent>
  )
}

/** Whether none of these events came for a while. */
function useStillness(milliseconds: number, [first, second = first]: [string, string?]): boolean {
  const [isStill, setStill] = useState(false)
  useEffect(() => {
    const wait = () => setTimeout(() => setStill(true), milliseconds)
    let timer = wait()
    const begin = () => {
      clearTimeout(timer)
      setStill(false)
      timer = wait()
    }
    for (const name of [first, second]) window.addEventListener(name, begin, { capture: true })
    return () => {
      clearTimeout(timer)
      for (const name of [first, second]) window.removeEventListener(name, begin, { capture: true })
    }
  }, [milliseconds, first, second])
  return isStill
}
