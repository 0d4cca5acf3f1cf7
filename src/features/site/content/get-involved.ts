// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation, promised } from '@/shared/data/organisation'

export const getInvolvedContent = {
  title: 'Get Involved',
  description: `Volunteer a few hours, partner as an organization or join a program: three ways into ${organisation.name}, and the people who took them.`,
  lead: 'Volunteer a few hours, work with us as a partner, or join a program yourself.',
  image: {
    src: '/images/get-involved.svg',
    width: 640,
    height: 560,
    alt: 'Three volunteers behind a long table, sorting books into a box for the school',
  },
  waysTitle: 'Find your place',
  ways: {
    volunteer: {
      title: 'Volunteer',
      text: 'Teach beside one of our teachers, tutor a single learner, help at events or keep the office running. It starts at two hours a week, and we train you first.',
      action: 'Volunteer with us',
    },
    partner: {
      title: 'Partner',
      text: 'For companies, schools, public offices and other non-profits that want to build something with us.',
      action: 'Become a partner',
    },
    joinPrograms: {
      title: 'Join Programs',
      text: `For children, parents, teenagers and adults who want to learn. You’ll hear from us within ${promised.program}.`,
      action: 'Join a program',
    },
  },
  give: {
    title: 'Give a morning',
    text: '$18.75 is one child’s morning at school. Give once or every month.',
    action: 'Donate',
    image: {
      src: '/images/morning.svg#bowl',
      width: 240,
      height: 200,
      alt: 'A boy behind a steaming bowl of porridge, with the morning sun in the window',
    },
  },
  figuresTitle: 'Our work together so far',
  figuresText:
    'Lives impacted are the people enrolled in our programs. Volunteers raised their share at suppers and sales, part of $1.2 million in all.',
  figures: [
    { id: 'lives', value: '500+', label: 'lives impacted' },
    { id: 'volunteers', value: '50+', label: 'volunteers' },
    { id: 'partners', value: '15+', label: 'partners' },
    { id: 'events', value: '$75K+', label: 'raised' },
  ] as const,
  storiesTitle: 'Success stories',
  stories: [
    {
      kind: 'Volunteer',
      title: 'From ledgers to long division',
      text: 'Ruth Adler was a bookkeeper for thirty years and came to help with our accounts. She still does, on Mondays. On Thursdays she tutors a boy of nine in long division, usually over a game of checkers.',
      name: 'Ruth Adler, volunteer in Austin, TX, and treasurer on our board',
      image: {
        src: '/images/portrait-ruth.svg',
        width: 320,
        height: 360,
        alt: 'Portrait of Ruth Adler, with short white hair',
      },
    },
    {
      kind: 'Partner',
      title: 'A basement becomes a classroom',
      text: 'Lanternlight Church had a dry basement and no money for chairs. We paid for the chairs, forty members laid the floor, and English classes fill the room three evenings a week.',
      name: 'Lanternlight Church, Brooklyn, NY',
    },
    {
      kind: 'Program',
      title: 'Homework at the tailor’s shop',
      text: 'Emmanuel Saye joined the parents’ evenings to learn what his twins were learning. The shop now closes at five so that the cutting table can be used for spelling.',
      name: 'Emmanuel Saye, father of two, Liberia, now on our board',
    },
  ],
  invitation: {
    title: 'Not sure which way is yours?',
    text: 'Tell us what you like doing and how much time you have. We will suggest something.',
    action: 'Contact us',
  },
}
