/** The day of the terms that a visitor agrees to; it is stored with what they send. */
export const termsVersion = '2026-11-24'
