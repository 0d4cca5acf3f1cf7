import { expect, it } from 'vitest'
import { officeClock, officeMoment, officeTime } from './office-time'

it.each([
  ['2027-01-15T09:00', '2027-01-15T15:00:00.000Z'],
  ['2027-07-15T09:00', '2027-07-15T14:00:00.000Z'],
  // Clocks go forward at two o'clock on March 14, and back at two o'clock on November 7.
  ['2027-03-14T01:59', '2027-03-14T07:59:00.000Z'],
  ['2027-03-14T03:00', '2027-03-14T08:00:00.000Z'],
  ['2027-11-07T01:30', '2027-11-07T06:30:00.000Z'],
  ['2027-11-07T02:00', '2027-11-07T08:00:00.000Z'],
])('the office’s clock shows %s at %s', (local, moment) => {
  expect(officeMoment(local, 'America/Chicago')?.toISOString()).toBe(moment)
  expect(officeClock(new Date(moment), 'America/Chicago')).toBe(local)
})

it.each(['2027-03-14T02:30', '', 'tomorrow', '2027-02-30T10:00'])('%j does not exist', (local) => {
  expect(officeMoment(local, 'America/Chicago')).toBeUndefined()
})

it('is the same moment in every time zone', () => {
  expect(officeMoment('2027-03-14T02:30', 'Pacific/Apia')?.toISOString()).toBe(
    '2027-03-13T13:30:00.000Z',
  )
})

it('names its time zone', () => {
  expect(officeTime(new Date('2027-07-15T14:00:00Z'))).toMatch(/July 15, 2027.* 9:00 AM CDT$/)
})
