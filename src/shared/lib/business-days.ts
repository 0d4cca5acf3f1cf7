/**
 * The day on which so many business days have passed, counted from the day after the given moment.
 * Saturdays and Sundays do not count.
 *
 * @param timeZone whose days these are, an IANA name
 * @returns midnight UTC of that calendar day
 */
export function businessDaysLater(moment: Date, days: number, timeZone: string): Date {
  // The Swedish format is that of ISO 8601.
  const day = new Date(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment))
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() % 6 !== 0) left -= 1
  }
  return day
}
