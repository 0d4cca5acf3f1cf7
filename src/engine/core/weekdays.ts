import { z } from 'zod'
import { optionalLine } from '@/shared/forms/form-text'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const whole = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MOST = 200
/** "Tu" could go on to be one day only. */
const LEAST = 2

/** Weekdays as people write them, like "monday and wed", as the database has them: `Mon, Wed`; or null. */
export const optionalWeekdays = optionalLine(MOST).transform((typed, context) => {
  if (typed === null) return null
  const named = typed.toLowerCase().split(/[\s,;/.&+]+|\band\b/)
  const words = named.filter((word) => word !== '')
  const places = words.map((word) =>
    word.length < LEAST ? -1 : whole.findIndex((day) => `${day}s`.startsWith(word)),
  )
  if (places.includes(-1) || words.length === 0) {
    context.addIssue({ code: 'custom', message: 'Please write weekdays like Mon, Wed' })
    return z.NEVER
  }
  return days.filter((_, place) => places.includes(place)).join(', ')
})
