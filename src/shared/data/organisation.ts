const name = 'Kindlewell'
const kind = 'Foundation & Academy'
const fullName = `${name} ${kind}`
/** Of the site and of everybody's e-mail address. */
const domain = 'kindlewell.example'

/** The sample identity. All that names the organisation reads it from here. */
export const organisation = {
  name,
  kind,
  fullName,
  domain,
  type: 'Non-profit education foundation',
  founded: 2023,
  tagline: 'Empowering communities through education, investment, and collective growth.',
  mission: 'To empower individuals through education, mentorship and community support.',
  description: `${fullName} empowers individuals and communities through education, mentorship and support, in Liberia and the United States.`,
  email: `hello@${domain}`,
  phone: '+1 512 555 0199',
  location: 'Texas, USA',
  /** Whose days, weeks and months lists and sums show; the database says the same. */
  timeZone: 'America/Chicago',
  copyrightYear: 2024,
  /** `#` stands for a profile that does not exist yet. */
  social: [
    { name: 'Facebook', url: '#' },
    { name: 'Twitter', url: '#' },
    { name: 'Instagram', url: '#' },
    { name: 'LinkedIn', url: '#' },
    { name: 'YouTube', url: '#' },
  ],
  /** Where a visitor picks a time for a call. */
  schedulingUrl: `https://schedule.${domain}/partnership`,
  /** A page elsewhere that takes gifts by card. Without it, the donate page offers e-mail and phone. */
  donationUrl: undefined as string | undefined,
} as const
