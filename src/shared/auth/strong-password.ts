import { z } from 'zod'

const MIN_LENGTH = 8
export const strongPasswordHint = `Password must be at least ${MIN_LENGTH} characters`

/**
 * The auth service takes only as many bytes as bcrypt reads; a letter beyond English has two to
 * four.
 */
export const password = z
  .string()
  .refine(
    (typed) => new TextEncoder().encode(typed).length <= 72,
    'This password is too long. Use up to 72 letters, or fewer with accents, other scripts or emoji.',
  )

/** For accounts that staff make, and for any that has or is offered rights. */
export const strongPassword = password
  .min(MIN_LENGTH, strongPasswordHint)
  .refine((password) => !isCommonPassword(password), 'This password is too easy to guess')

/**
 * The most common passwords in lower case: the most frequent ones in lists of stolen passwords, and
 * words from this site. Shorter ones fail by their length.
 */
const words =
  'password passw0rd p@ssword p@ssw0rd qwertyui qwerty12 qwerty123 qwertyuiop qazwsxedc 1q2w3e4r 1qaz2wsx zaq12wsx q1w2e3r4 asdfghjk asdf1234 zxcvbnm iloveyou princess sunshine football baseball basketball superman batman trustno1 welcome letmein starwars whatever computer internet michelle jennifer jessica charlie monkey dragon master shadow killer freedom samantha danielle victoria nicholas liverpool chelsea arsenal mustang corvette ferrari porsche mercedes butterfly chocolate cheesecake elizabeth alexander christian jesuschrist blessed godislove lovelove loveyou babygirl bismillah administrator admin changeme default secret test1234 testtest guest abcd1234 abcdefgh abc12345 a1b2c3d4 aa123456 pass1234 pass123 hello123 summer winter spring autumn monday friday january february october november december kindlewell foundation academy liberia monrovia texas newyork'.split(
    ' ',
  )
const runs = ['01234567890123456789', '98765432109876543210', 'abcdefghijklmnopqrstuvwxyz']

/**
 * Whether a password is easy to guess: a common word with digits or signs after it, a run like
 * 12345678, or a few characters over and over.
 */
function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase()
  const stem = typed.replace(/[^a-z]*$/, '')
  return (
    words.includes(typed) ||
    words.includes(stem) ||
    runs.some((run) => run.includes(typed)) ||
    new Set(typed).size < 4
  )
}
