const clock = new URL('shift-clock.mjs', import.meta.url)

/** The office is in America/Chicago, six hours behind UTC in winter and five in summer. */
export const moments = {
  'the day before Thanksgiving': '2026-11-25T18:00:00Z',
  Thanksgiving: '2026-11-26T18:00:00Z',
  'the day after Thanksgiving': '2026-11-27T18:00:00Z',
  'the day before Christmas': '2026-12-24T18:00:00Z',
  Christmas: '2026-12-25T18:00:00Z',
  'the day after Christmas': '2026-12-26T18:00:00Z',
  'the last minutes of the year in UTC': '2026-12-31T23:58:00Z',
  'the first minutes of the year in UTC': '2027-01-01T00:02:00Z',
  'the last minutes of the office’s year': '2027-01-01T05:58:00Z',
  'the first minutes of the office’s year': '2027-01-01T06:02:00Z',
  'a Saturday': '2027-01-16T18:00:00Z',
  'a Sunday': '2027-01-17T18:00:00Z',
  'the end of February': '2027-02-28T18:00:00Z',
  'an hour before clocks go forward': '2027-03-14T07:00:00Z',
  'clocks go forward during the run': '2027-03-14T07:59:30Z',
  'an hour after clocks went forward': '2027-03-14T09:00:00Z',
  'the last evening of August': '2027-09-01T04:30:00Z',
  'a 31st in UTC, the 30th in the office': '2027-10-31T04:30:00Z',
  'an hour before clocks go back': '2027-11-07T06:00:00Z',
  'the hour that comes twice': '2027-11-07T07:30:00Z',
  'an hour after clocks went back': '2027-11-07T09:00:00Z',
  'the leap day': '2028-02-29T18:00:00Z',
  'five years ahead': '2031-06-01T12:00:00Z',
}
const zones = ['UTC', 'America/Chicago', 'Africa/Monrovia', 'Pacific/Kiritimati']
const day = 24 * 60 * 60_000

const names = Object.keys(moments) as (keyof typeof moments)[]

/** The name of the moment in TEST_MOMENT, or else a different one each day. */
export const momentOfRun = () =>
  names.find((name) => name === process.env.TEST_MOMENT) ??
  names[Math.floor(Date.now() / day) % names.length]!

/** A module to preload, which sets its process's clock and time zone. */
export function clockAt(name: keyof typeof moments): string {
  const at = new URLSearchParams({
    moment: moments[name],
    zone: zones[names.indexOf(name) % zones.length]!,
  })
  return `${clock.href}?${at}`
}
