// A chunk without React would put the bundler's runtime, 600 bytes, into one more first file of every page.
import 'react'
import Holidays from 'date-holidays'

export interface Holiday {
  /** As `2026-01-31` */
  day: string
  name: string
}

const calendar = new Holidays()

/** Countries by their names, from A to Z. */
export const countries: readonly { id: string; label: string }[] = Object.entries(
  calendar.getCountries('en'),
)
  .map(([id, label]) => ({ id, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

const DAY_MS = 86_400_000
const MAX_NAME = 100

/**
 * The public holidays of a country in some years, day by day and without weekends, on which the office is closed
 * anyway. Regions may have more.
 */
export function publicHolidays(country: string, years: readonly number[]): Holiday[] {
  calendar.init(country)
  const days = years.flatMap((year) =>
    calendar
      .getHolidays(year, 'en')
      .filter(({ type }) => type === 'public')
      .flatMap(({ date, start, end, name }) => {
        const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
        const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
        return Array.from({ length }, (_, later) => ({
          day: new Date(first + later * DAY_MS).toISOString().slice(0, 10),
          name: name.slice(0, MAX_NAME),
        }))
      }),
  )
  const isWeekday = ({ day }: Holiday) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
  const isInYears = ({ day }: Holiday) => years.includes(Number(day.slice(0, 4)))
  const byDay = new Map<string, Holiday>()
  for (const one of days.filter(isWeekday).filter(isInYears)) {
    if (!byDay.has(one.day)) byDay.set(one.day, one)
  }
  return [...byDay.values()].toSorted((one, other) => one.day.localeCompare(other.day))
}
