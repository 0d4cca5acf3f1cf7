import { expect, it } from 'vitest'
import { optionalWeekdays } from './weekdays'

it.each([
  ['', null],
  ['Mon, Wed', 'Mon, Wed'],
  ['saturdays and tuesday', 'Tue, Sat'],
  ['th/fr & mo', 'Mon, Thu, Fri'],
  ['Mon, Monday', 'Mon'],
])('reads %j', (typed, stored) => {
  expect(optionalWeekdays.parse(typed)).toBe(stored)
})

it.each(['weekends', 'm', 'Mon, Someday', ','])('refuses %j', (typed) => {
  expect(optionalWeekdays.safeParse(typed).error?.issues[0]?.message).toBe(
    'Please write weekdays like Mon, Wed',
  )
})
