/** The sample identity. Every page that names the organisation reads it from here. */
export const organisation = {
  name: 'Kindlewell',
  kind: 'Foundation & Academy',
  fullName: 'Kindlewell Foundation & Academy',
  tagline: 'Empowering communities through education, investment, and collective growth.',
  description:
    'Kindlewell Foundation & Academy empowers individuals and communities through education, mentorship and support, in Liberia and the United States.',
  email: 'hello@kindlewell.example',
  phone: '+1 512 555 0199',
  location: 'Texas, USA',
  copyrightYear: 2024,
} as const
