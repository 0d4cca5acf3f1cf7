import { organisation } from '@/shared/data/organisation'

export const contactContent = {
  title: 'Stay Connected',
  description: `Subscribe to the ${organisation.name} newsletter, write to us or call: our e-mail address, telephone number and social channels in one place.`,
  lead: 'News from the classroom, answers from the office. Choose how you would like to hear from us.',
  newsletter: {
    title: 'Our newsletter',
    text: 'One letter a month, written by a teacher or a neighbor: what was learned, what was built, what we got wrong.',
    fallback: 'Ask for the letter by e-mail and we will add you by hand.',
  },
  touch: {
    title: 'Get in Touch',
    text: 'Send a message and a person answers, usually within two days.',
    fallback: 'The quickest way to us is an e-mail or a call.',
  },
  socialTitle: 'Follow along',
  missionTitle: 'Our mission',
}
