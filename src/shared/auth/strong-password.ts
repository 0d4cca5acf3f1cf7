import { z } from 'zod'
import { isCommonPassword } from './common-passwords'

const MIN_LENGTH = 8
export const strongPasswordHint = `Password must be at least ${MIN_LENGTH} characters`

/** For accounts that staff make, and for any that has or is offered rights. */
export const strongPassword = z
  .string()
  .min(MIN_LENGTH, strongPasswordHint)
  .refine((password) => !isCommonPassword(password), 'This password is too easy to guess')
