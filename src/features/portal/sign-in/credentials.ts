import { z } from 'zod'
import type { Account } from '@/shared/auth/account'
import { password, strongPassword, strongPasswordHint } from '@/shared/auth/strong-password'
import { formText } from '@/shared/forms/form-text'

const PASSWORD_MIN_LENGTH = 6
export const passwordHint = `Password must be at least ${PASSWORD_MIN_LENGTH} characters`

const email = formText(254)
  .trim()
  .min(1, 'Please enter your email address')
  .pipe(z.email('Please enter a valid email address'))

export const signInSchema = z.object({
  email,
  password: z.string().min(1, 'Please enter your password'),
  isShared: z.boolean().optional(),
})

export const signUpSchema = z.object({
  fullName: formText(100).trim().min(1, 'Please enter your full name'),
  email,
  password: password.min(PASSWORD_MIN_LENGTH, passwordHint),
})

export const addressSchema = signInSchema.pick({ email: true })
type Strength = Pick<Account, 'needsStrongPassword'>

export function passwordHintFor({ needsStrongPassword }: Strength): string {
  return needsStrongPassword ? strongPasswordHint : passwordHint
}

/**
 * A supporter's password follows the rule of the sign-up page; an account with rights needs a
 * strong one.
 */
export function newPasswordSchemaFor({ needsStrongPassword }: Strength) {
  return z.object({ password: needsStrongPassword ? strongPassword : signUpSchema.shape.password })
}

export function changeSchemaFor(strength: Strength) {
  return newPasswordSchemaFor(strength).extend({
    current: z.string().min(1, 'Please enter your current password'),
  })
}

export type SignIn = z.infer<typeof signInSchema>
export type SignUp = z.infer<typeof signUpSchema>
export type Address = z.infer<typeof addressSchema>
export type NewPassword = Pick<SignUp, 'password'>
