/** The sample identity. Every page that names the organisation reads it from here. */
export const organisation = {
  name: 'Kindlewell',
  kind: 'Foundation & Academy',
  fullName: 'Kindlewell Foundation & Academy',
  type: 'Non-profit education foundation',
  founded: 2023,
  tagline: 'Empowering communities through education, investment, and collective growth.',
  mission: 'To empower individuals through education, mentorship and community support.',
  description:
    'Kindlewell Foundation & Academy empowers individuals and communities through education, mentorship and support, in Liberia and the United States.',
  email: 'hello@kindlewell.example',
  phone: '+1 512 555 0199',
  location: 'Texas, USA',
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
  schedulingUrl: 'https://schedule.kindlewell.example/partnership',
  /** A page elsewhere that takes gifts by card. Without it, the donate page offers e-mail and phone. */
  donationUrl: undefined as string | undefined,
} as const
