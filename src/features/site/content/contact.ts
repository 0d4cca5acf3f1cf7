// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation, promised } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { pressEmail } from './reach'
import type { QuestionList } from '../components/questions'

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
  press: {
    title: 'For journalists',
    list: [
      {
        question: 'Who answers the press?',
        answer: 'Anjali Menon, Director of Learning and Research, within a day:',
        link: { label: pressEmail, to: mailLink(pressEmail) },
      },
      {
        question: 'Which pictures may I use?',
        answer:
          'The logo and the drawings of this site, with our name beside them. For photographs, ask us: we show no child without the family’s consent.',
      },
      {
        question: 'Who is on your board?',
        answer:
          'Josephine Tarwoe presides. Ruth Adler is treasurer; Rev. Calvin Brooks, Marisol Vega and Emmanuel Saye are members. None of them is paid for it.',
      },
      {
        question: 'Where are your filings?',
        answer: `With the tax office under ${organisation.taxNumber}, and with us:`,
        link: {
          label: 'ask for the tax return and the accounts',
          to: mailLink(organisation.email, 'Annual accounts and tax return'),
        },
      },
    ],
  } satisfies QuestionList,
  socialTitle: 'Follow us',
  missionTitle: 'Our mission',
}
