import { act, screen, waitFor } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { afterEach, expect, it } from 'vitest'
import { FactorGate } from '@/features/portal/sign-in/second-factor/factor-gate'
import { AuthProvider } from '@/shared/auth/auth-provider'
import { signIn, type Client } from '../embedded/support'
import { backend, button, draw, field, setUpScreens, someone, type } from './screen'
import { signedIn } from './signed-in'

setUpScreens()

let owner: Client
let factorId: string
let totp: TOTP
const codeAt = (shift: number) => totp.generate({ timestamp: Date.now() + shift })

/** An account sets up a factor, and signs in with its password elsewhere. */
async function owe(): Promise<void> {
  owner = await signIn(backend, 'mentor')
  const { data } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  factorId = data!.id
  totp = new TOTP({ secret: Secret.fromBase32(data!.totp.secret) })
  await owner.auth.mfa.challengeAndVerify({ factorId, code: codeAt(0) })
  signedIn.client = await signIn(backend, 'mentor')
  draw(
    <AuthProvider>
      <FactorGate>
        <p>children’s names</p>
      </FactorGate>
    </AuthProvider>,
  )
  await screen.findByRole('heading', { name: 'Enter your code' })
}
afterEach(() => owner.auth.mfa.unenroll({ factorId }))

it('refuses wrong and late codes and a clock that is a minute off, and takes one of the next period', async () => {
  await owe()
  const user = someone()
  const right = [-1, 0, 1].map((step) => codeAt(step * 30_000))
  const wrong = ['000000', '111111', '222222', '333333'].find((it) => !right.includes(it))!
  // A minute behind, and so far ahead that half a minute of waiting does not bring it closer than
  // that.
  for (const code of [wrong, codeAt(-60_000), codeAt(90_000)]) {
    await type(user, { 'Code from': code })
    await user.click(await button('Continue'))
    await waitFor(() =>
      expect(field('Code from')).toHaveAccessibleDescription(/wrong or no longer/),
    )
    expect(field('Code from')).toHaveValue(code)
    expect(screen.queryByText('children’s names')).toBeNull()
  }
  await type(user, { 'Code from': codeAt(30_000) })
  await user.click(await button('Continue'))
  expect(await screen.findByText('children’s names')).toBeVisible()
})

it('opens without a code once the factor was removed in another tab', async () => {
  await owe()
  const user = someone()
  await act(() => owner.auth.mfa.unenroll({ factorId }))
  await type(user, { 'Code from': codeAt(0) })
  await user.click(await button('Continue'))
  expect(await screen.findByText('children’s names')).toBeVisible()
})
