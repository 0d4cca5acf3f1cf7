// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation, promised } from '@/shared/data/organisation'

export const contactContent = {
  title: 'Stay Connected',
  description: `Subscribe to the ${organisation.name} newsletter, write to us or call: our email address, telephone number and social channels in one place.`,
  lead: `Talk to us. A person answers within ${promised.message}.`,
  image: {
    src: '/images/scene-letters.svg',
    width: 240,
    height: 200,
    alt: 'A woman at a desk answers the telephone and holds up a letter',
  },
  newsletter: {
    title: 'Our newsletter',
    text: `News from our teachers and partners, ${organisation.newsletterFrequency}.`,
    fallback: 'Ask for the newsletter by email and we will add you.',
  },
  touch: {
    title: 'Get in Touch',
    text: 'A person reads every message and answers as soon as possible.',
    fallback: 'Please email us or call instead.',
  },
  socialTitle: 'Follow us',
  missionTitle: 'Our mission',
}
