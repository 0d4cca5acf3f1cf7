import { expect, it } from 'vitest'
import { strongPassword } from './strong-password'

const complaint = (password: string) => strongPassword.safeParse(password).error?.issues[0]?.message

it.each(['', '1234567', 'short!'])('has at least eight characters: %j', (password) => {
  expect(complaint(password)).toBe('Password must be at least 8 characters')
})

it('has up to 72 bytes, which the auth service takes', () => {
  expect(complaint('long enough '.repeat(6))).toBeUndefined()
  expect(complaint('long enough '.repeat(6) + '!')).toMatch(/^This password is too long/)
  expect(complaint('äöüß'.repeat(9) + 'é')).toMatch(/^This password is too long/)
})

it.each([
  'password',
  'Password1!',
  'PASSW0RD2026',
  'p@ssw0rd',
  'qwertyuiop',
  'Welcome2026!',
  'kindlewell1',
  '12345678',
  '87654321',
  'abcdefgh',
  'aaaaaaaa',
  '11112222',
  'iloveyou!!',
])('is not a common password: %s', (password) => {
  expect(complaint(password)).toBe('This password is too easy to guess')
})

it.each([
  'kindlewell-local',
  'long enough',
  'my own password',
  'tr0ub4dor&3',
  '密碼密碼很長的一句話',
])('may be any other: %s', (password) => {
  expect(complaint(password)).toBeUndefined()
})
