// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation, promised } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { paths } from '@/shared/config/paths'
import { boardInWords } from './board'
import { documentLinks, figuresFile } from './documents'
import { pressEmail } from './reach'
import type { QuestionList } from '../components/questions'

export const contactContent = {
  title: 'Stay Connected',
  description: `Subscribe to the ${organisation.name} newsletter, write to us or call: our email address, phone number and social channels in one place.`,
  lead: `Talk to us. A person answers within ${promised.message}.`,
  image: {
    src: '/images/scene-letters.svg',
    width: 240,
    height: 200,
    alt: 'A woman at a desk answers the phone and holds up a letter',
  },
  newsletter: {
    title: 'Our newsletter',
    text: `News from our teachers and partners, ${organisation.newsletterFrequency}.`,
    fallback: 'Ask for the newsletter by email and we will add you.',
  },
  touch: {
    title: 'Get in Touch',
    text: 'A person reads every message and answers as soon as possible.',
    again: { text: 'Wrote to us before?', label: 'Send me my link again' },
    fallback: 'Please email us or call instead.',
  },
  press: {
    title: 'For journalists',
    list: [
      {
        question: 'Who answers the press?',
        answer: 'Anjali Menon, Director of Learning and Research, within a day:',
        links: [{ label: pressEmail, to: mailLink(pressEmail) }],
      },
      {
        question: 'Which pictures may I use?',
        answer:
          'The logo and the drawings of this site, with our name beside them. For photographs, ask us: we show no child without the family’s consent.',
      },
      {
        question: 'Can I have your figures as a file?',
        answer: 'All of them, with what each counts and its source:',
        links: [{ label: 'figures.csv', to: figuresFile }],
      },
      {
        question: 'Who is on your board?',
        answer: `${boardInWords}. None of them is paid for it.`,
        links: [{ label: 'More about them', to: `${paths.leadership}#board` }],
      },
      {
        question: 'Where are your filings?',
        answer: `With the tax office under ${organisation.taxNumber}, and with us:`,
        links: documentLinks('taxReturn', 'accounts'),
      },
    ],
  } satisfies QuestionList,
  socialTitle: 'Follow us',
  socialMissing:
    'Where there is no link, we have no page yet. Our newsletter has all our news in the meantime.',
  missionTitle: 'Our mission',
}
