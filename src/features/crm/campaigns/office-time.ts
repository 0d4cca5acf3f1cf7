import { organisation } from '@/shared/data/organisation'

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

/** The office's local time, as `2027-03-09T14:30`. */
export function officeClock(moment: Date, timeZone: string = organisation.timeZone): string {
  return clockOf(timeZone).format(moment).replace(' ', 'T')
}

/**
 * When the office's clock shows `2027-03-09T14:30`: for the first time, where clocks are set back;
 * undefined for an invalid time, or where clocks skip it.
 */
export function officeMoment(
  local: string,
  timeZone: string = organisation.timeZone,
): Date | undefined {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const day = 24 * 60 * 60 * 1000
  // The offset from UTC is that of the day before or the day after.
  return [asUtc - day, asUtc + day]
    .map((near) => Date.parse(`${officeClock(new Date(near), timeZone)}Z`) - near)
    .map((ahead) => new Date(asUtc - ahead))
    .toSorted((one, other) => one.getTime() - other.getTime())
    .find((moment) => officeClock(moment, timeZone) === local)
}

const parts = {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
const inOffice = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: organisation.timeZone })

/** As "Tuesday, March 9, 2027 at 2:30 PM CST", by the office's clock. */
export const officeTime = (moment: Date): string => inOffice.format(moment)

/** The same in the reader's time zone, where that differs. */
export function ownTime(moment: Date): string | undefined {
  const own = new Intl.DateTimeFormat('en-US', parts).format(moment)
  return own === officeTime(moment) ? undefined : own
}
