/*
 * Preloaded into a process: its clock begins at the moment in this module's address (ISO 8601), in the
 * zone there, and runs on. The embedded database takes its time from `Date`, so it follows.
 */
const at = new URL(import.meta.url).searchParams
const RealDate = Date
const moment = RealDate.parse(at.get('moment') ?? '')
if (Number.isNaN(moment)) throw new Error('The address of this module has no moment in ISO 8601.')
const shift = moment - RealDate.now()
process.env.TZ = at.get('zone') ?? 'UTC'

globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length > 0) super(...parts)
    else super(RealDate.now() + shift)
  }

  static now() {
    return RealDate.now() + shift
  }
}
