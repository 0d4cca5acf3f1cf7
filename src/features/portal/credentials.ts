import { z } from 'zod'
import { formText } from '@/shared/lib/form-text'

const PASSWORD_MIN_LENGTH = 6
export const passwordHint = `Password must be at least ${PASSWORD_MIN_LENGTH} characters`

const email = formText(254)
  .trim()
  .min(1, 'Please enter your e-mail address')
  .pipe(z.email('Please enter a valid e-mail address'))

export const signInSchema = z.object({
  email,
  password: z.string().min(1, 'Please enter your password'),
})

export const signUpSchema = z.object({
  fullName: formText(100).trim().min(1, 'Please enter your full name'),
  email,
  password: z.string().min(PASSWORD_MIN_LENGTH, passwordHint),
})

export const addressSchema = signInSchema.pick({ email: true })
export const newPasswordSchema = signUpSchema.pick({ password: true })

export type SignIn = z.infer<typeof signInSchema>
export type SignUp = z.infer<typeof signUpSchema>
export type Address = z.infer<typeof addressSchema>
export type NewPassword = z.infer<typeof newPasswordSchema>
