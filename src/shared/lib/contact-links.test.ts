import { expect, it } from 'vitest'
import { mailLink } from './contact-links'

it('addresses an email to one recipient, whatever a visitor typed', () => {
  expect(mailLink('ada@example.org')).toBe('mailto:ada@example.org')
  expect(mailLink('a@example.org?bcc=b@example.org&body=Hi')).toBe(
    'mailto:a@example.org%3Fbcc%3Db@example.org%26body%3DHi',
  )
  expect(mailLink('ada@example.org', 'Waitlist: Art & Play')).toBe(
    'mailto:ada@example.org?subject=Waitlist%3A%20Art%20%26%20Play',
  )
  expect(mailLink('ada@example.org', 'Hello', 'Dear Ada,\nsee you')).toBe(
    'mailto:ada@example.org?subject=Hello&body=Dear%20Ada%2C%0D%0Asee%20you',
  )
})
