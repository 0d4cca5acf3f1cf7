// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { promised as written } from './promised.ts'

const name = 'Kindlewell'
const kind = 'Foundation & Academy'
const fullName = `${name} ${kind}`
/** The domain of the site and of all email addresses. */
const domain = 'kindlewell.example'

/** The sample identity. All code that names the organization reads it from here. */
export const organisation = {
  name,
  kind,
  fullName,
  domain,
  type: 'Non-profit education foundation',
  founded: 2023,
  /** Its number with the tax office */
  taxNumber: 'EIN 00-0000000',
  tagline: 'Empowering communities through education, investment, and collective growth.',
  mission: 'To empower individuals through education, mentorship and community support.',
  description: `${fullName} empowers individuals and communities through education, mentorship and support, in Liberia and the United States.`,
  email: `hello@${domain}`,
  phone: '+1 512 555 0199',
  postalAddress: ['100 Example Street', 'Austin, TX 78701'],
  location: 'Texas, USA',
  newsletterFrequency: 'once a month',
  /** The time zone of the days, weeks and months in lists and sums; the database uses the same. */
  timeZone: 'America/Chicago',
  /** The first year of the copyright line */
  copyrightYear: 2024,
} as const

/**
 * The time until an answer, by kind, as pages, toasts and receipts say it. A plain re-export would
 * not be in the file that every page loads.
 */
export const promised = written

/** How long a seat stays offered; `tests/embedded/public-forms.test.ts` compares it with the database. */
export const timeToAccept = '3 business days'
