/*
 * Preloaded into a process: its clock begins at the moment in TEST_MOMENT (ISO 8601) and runs on from
 * there. The embedded database takes its time from `Date`, so it follows.
 */
const RealDate = Date
const moment = RealDate.parse(process.env.TEST_MOMENT ?? '')
if (Number.isNaN(moment)) throw new Error('TEST_MOMENT is no moment in ISO 8601.')
const shift = moment - RealDate.now()

globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length > 0) super(...parts)
    else super(RealDate.now() + shift)
  }

  static now() {
    return RealDate.now() + shift
  }
}
