import { afterAll, describe, expect, it, vi } from 'vitest'

const zoneBefore = process.env.TZ
afterAll(() => {
  process.env.TZ = zoneBefore
})

describe.each([
  // Eleven hours behind and fourteen ahead of UTC are the ends of the world.
  ['Pacific/Pago_Pago', 'Dec 31, 2026, 12:30 PM', 'Dec 31, 2026'],
  ['America/Los_Angeles', 'Dec 31, 2026, 3:30 PM', 'Dec 31, 2026'],
  ['Africa/Monrovia', 'Dec 31, 2026, 11:30 PM', 'Dec 31, 2026'],
  ['Pacific/Kiritimati', 'Jan 1, 2027, 1:30 PM', 'Jan 1, 2027'],
])('in %s', (zone, dateTime, date) => {
  const load = async () => {
    process.env.TZ = zone
    vi.resetModules()
    return import('./format-date')
  }

  it('a calendar day is that day', async () => {
    const { formatDay } = await load()
    expect(formatDay('2027-01-01')).toBe('Jan 1, 2027')
    expect(formatDay('2028-02-29')).toBe('Feb 29, 2028')
    // Clocks are set forward on these nights, in America and in Europe.
    expect(formatDay('2027-03-14')).toBe('Mar 14, 2027')
    expect(formatDay('2027-03-28')).toBe('Mar 28, 2027')
  })

  it('a moment is told as the clock there shows it', async () => {
    const { formatDate, formatDateTime } = await load()
    expect(formatDateTime('2026-12-31T23:30:00Z').replace(/\s/g, ' ')).toBe(dateTime)
    expect(formatDate('2026-12-31T23:30:00Z')).toBe(date)
  })
})
