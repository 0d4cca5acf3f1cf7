import { afterAll, describe, expect, it, vi } from 'vitest'

const zoneBefore = process.env.TZ
afterAll(() => {
  process.env.TZ = zoneBefore
})

const load = async (zone: string) => {
  process.env.TZ = zone
  vi.resetModules()
  return import('./format-date')
}

// The world's time zones reach from eleven hours behind UTC to fourteen ahead.
describe.each(['Pacific/Pago_Pago', 'America/Chicago', 'Africa/Monrovia', 'Pacific/Kiritimati'])(
  'read in %s',
  (zone) => {
    it('a calendar day is that day', async () => {
      const { formatDay } = await load(zone)
      expect(formatDay('2027-01-01')).toBe('Jan 1, 2027')
      expect(formatDay('2028-02-29')).toBe('Feb 29, 2028')
      // Clocks are set forward on these nights, in America and in Europe.
      expect(formatDay('2027-03-14')).toBe('Mar 14, 2027')
      expect(formatDay('2027-03-28')).toBe('Mar 28, 2027')
    })

    it.each([
      ['2026-11-01T03:30:00Z', 'Oct 31, 2026, 10:30 PM', 'Oct 31, 2026'],
      ['2026-11-01T06:59:00+00:00', 'Nov 1, 2026, 1:59 AM', 'Nov 1, 2026'],
      ['2027-01-01T05:59:59.999Z', 'Dec 31, 2026, 11:59 PM', 'Dec 31, 2026'],
      ['2027-01-01T06:00:00Z', 'Jan 1, 2027, 12:00 AM', 'Jan 1, 2027'],
    ])('shows the moment %s in the time of Texas', async (moment, dateTime, date) => {
      const { formatDate, formatDateTime } = await load(zone)
      expect(formatDateTime(moment).replace(/\s/g, ' ')).toBe(dateTime)
      expect(formatDate(moment)).toBe(date)
    })
  },
)

it.each([
  ['soon', 'soon'],
  ['', ''],
  ['2027-02-32', '2027-02-32'],
  ['999999-01-01', '999999-01-01'],
  ['infinity', 'infinity'],
  [null, ''],
  [undefined, ''],
])('%j, which is no date, is shown as it is', async (value, shown) => {
  const { formatDate, formatDateTime, formatDay } = await load('UTC')
  expect([formatDate, formatDateTime, formatDay].map((format) => format(value))).toEqual([
    shown,
    shown,
    shown,
  ])
})
