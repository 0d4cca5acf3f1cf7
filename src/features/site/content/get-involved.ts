import { organisation } from '@/shared/data/organisation'

export const getInvolvedContent = {
  title: 'Get Involved',
  description: `Volunteer a few hours, partner as an organization or join a program: three ways into ${organisation.name}, and the people who took them.`,
  lead: 'Some bring an hour, some bring a roof, and some come to learn and stay to teach. Start where you are.',
  image: {
    src: '/images/get-involved.svg',
    width: 640,
    height: 560,
    alt: 'Three volunteers behind a long table, sorting books into a box for the school',
  },
  waysTitle: 'Three ways in',
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
      text: 'For children, parents, teenagers and adults who want to learn. You hear from us within 2 business days.',
      action: 'Join a program',
    },
  },
  figuresTitle: 'What neighbors have done so far',
  figuresText:
    'Counted by our volunteers and partners, from reading mornings, suppers and Saturday sales.',
  figures: [
    { value: '500+', label: 'lives impacted' },
    { value: '50+', label: 'volunteers' },
    { value: '15+', label: 'partners' },
    { value: '$75K+', label: 'raised' },
  ],
  storiesTitle: 'Success stories',
  stories: [
    {
      kind: 'Volunteer',
      title: 'The bookkeeper who learned to lose at checkers',
      text: 'Ruth Adler kept ledgers for thirty years and meant to do the same for us. On her second day a boy of nine asked for a game. She now does the accounts on Mondays and long division, over checkers, on Thursdays. His marks went up. Her record is 4 wins to 31.',
      name: 'Ruth Adler, volunteer in Austin, TX',
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
      name: 'Emmanuel Saye, father of two, Liberia',
    },
  ],
  invitation: {
    title: 'Not sure which way is yours?',
    text: 'Tell us what you like doing and how much time you have. We will suggest something, or say honestly that we have nothing yet.',
    action: 'Contact us',
  },
}
