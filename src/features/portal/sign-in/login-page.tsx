import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, Navigate, useLocation, type Location } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { AuthPending } from '@/shared/auth/auth-trouble'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { Alert } from '@/shared/ui/alert'
import { Card, CardContent } from '@/shared/ui/card'
import { Logo } from '@/shared/ui/logo'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/account-ui/tabs'
import { MailLinkGate } from './mail-link-gate'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'

/** Sign in and sign up, and where the links of confirmation emails lead. */
export function LoginPage() {
  return (
    <MailLinkGate>
      <Login />
    </MailLinkGate>
  )
}

const notKept =
  'Sign in again to continue on the same page. Anything you typed but did not save is gone, because this is a shared computer.'
const endings = {
  idle: { title: 'You were signed out after 30 minutes without use.', text: notKept },
  shared: { title: 'You were signed out.', text: notKept },
  kept: {
    title: 'You were signed out.',
    text: 'Sign in again to pick up where you left off. Anything you typed but did not save is kept in this tab.',
  },
}

/** Takes a signed-in user to the page they wanted, or to their account. */
function Login() {
  const { loading, user, sessionEnded, linkFailed } = useAuth()
  const { from } = (useLocation().state ?? {}) as { from?: Location }

  if (loading) return <AuthPending />
  if (user) return <Navigate replace to={from ?? paths.account} state={from?.state as unknown} />

  return (
    <main className="min-h-dvh lg:grid lg:grid-cols-[2fr_3fr]">
      <title>Supporter Portal</title>
      <Scene />
      <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-4 py-10">
        <Link
          to={paths.home}
          className="mb-8 flex min-h-11 items-center gap-2 self-start font-semibold"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          Back to Home
        </Link>
        <Card>
          <CardContent>
            <Logo size="sm" className="text-forest-700" />
            <h1 className="mt-6 text-heading">Supporter Portal</h1>
            <p className="mt-2 mb-6 text-ink-soft">Sign in to your account.</p>
            {sessionEnded && (
              <Alert role="status" title={endings[sessionEnded].title} className="mb-6">
                {endings[sessionEnded].text}
              </Alert>
            )}
            {linkFailed && (
              <Alert
                role="alert"
                tone="warning"
                title="This link is no longer valid."
                className="mb-6"
              >
                It may have been used already or have expired. If you have confirmed your address,
                sign in. If not, enter your email address and ask for a new confirmation email.
              </Alert>
            )}
            <Tabs defaultValue="sign-in">
              <TabsList aria-label="Sign in or sign up">
                <TabsTrigger value="sign-in">Sign In</TabsTrigger>
                <TabsTrigger value="sign-up">Sign Up</TabsTrigger>
              </TabsList>
              <TabsContent value="sign-in">
                <SignInForm confirmationMissing={linkFailed} />
              </TabsContent>
              <TabsContent value="sign-up">
                <SignUpForm />
              </TabsContent>
            </Tabs>
          </CardContent>
        </Card>
        <p className="mt-6 text-center">
          Want to help? <Link to={paths.donate}>Donate here</Link>
        </p>
        <p className="mt-4 text-center text-sm text-balance text-ink-soft">
          By signing in you agree to the <Link to={paths.terms}>terms of service</Link> and{' '}
          <Link to={paths.privacy}>privacy policy</Link>.
        </p>
      </div>
    </main>
  )
}

/** Beside the form, where there is room for it */
function Scene() {
  return (
    <div className="on-forest sticky top-0 flex h-dvh flex-col justify-between gap-12 px-10 pt-16 max-lg:hidden xl:px-16">
      <p className="font-display text-subheading text-balance 2xl:text-heading">
        {organisation.mission}
      </p>
      <img
        src="/images/morning.svg#gate"
        width={240}
        height={200}
        alt=""
        className="mx-auto h-auto w-full max-w-md rounded-t-full 2xl:max-w-2xl"
      />
    </div>
  )
}
