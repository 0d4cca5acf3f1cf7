import { programsPage } from './programs-page'

export const earlyChildhood = {
  title: 'Early Childhood Education',
  description:
    'Classes of at most 15 for children aged 3 to 6 in Paynesville, Liberia: trained teachers, breakfast, home visits and families who take part.',
  lead: 'Before a child can write a word she has to have something to say. Our mornings are built around that: much talk, much song, much sand, and somebody who listens.',
  image: programsPage.image,
  maxPerClass: 15,
  ages: '3-6',
  apply: 'Apply for a place',
  featuresTitle: 'Four things every child finds here',
  features: [
    {
      title: 'Learning through play',
      text: 'Kernels to count, clay to shape, a shop to run. Each game has a purpose that the teacher knows and the child need not.',
    },
    {
      title: 'Two trained adults',
      text: 'A certified teacher and an assistant from the neighborhood, coached in the room every second week.',
    },
    {
      title: 'A healthy start',
      text: 'Breakfast cooked on site, clean water, and checks of hearing, sight and growth twice a year.',
    },
    {
      title: 'Family at the center',
      text: 'A home visit before the first day, an open morning each term, and books that travel home on Fridays.',
    },
  ],
  dayTitle: 'One morning, from gate to gate',
  day: [
    { time: '7:30', text: 'Greeting at the gate, by name' },
    { time: '8:00', text: 'Breakfast, and washing up together' },
    { time: '8:45', text: 'The question of the day, on the mat' },
    { time: '9:30', text: 'Corners: letters, numbers, building, shop' },
    { time: '11:00', text: 'Outside, whatever the weather says' },
    { time: '12:00', text: 'A story, a song and home' },
  ],
  goalsTitle: 'What we want for each of them',
  goals: [
    'Every child can tell a story, and listen to someone else’s',
    'Letters, numbers to twenty and their own name come easily before first grade',
    'Each child is well fed, well slept and seen by a nurse',
    'Every family reads or tells stories together at least three times a week',
  ],
  impactTitle: 'What has come of it so far',
  impact: [
    { value: '82%', label: 'of our leavers are ready for first grade' },
    { value: '91%', label: 'come to school on an average day' },
    { value: '2,600', label: 'picture books borrowed last year' },
  ],
  resultsTitle: 'How far we are',
  closing: {
    title: 'Three ways to put a child at this table',
    ways: [
      {
        to: 'joinPrograms',
        title: 'For your own child',
        text: 'Apply for a place. We answer within 2 business days and come to visit you.',
        action: 'Join the program',
      },
      {
        to: 'donate',
        title: 'For somebody else’s',
        text: 'Your gift pays the part of a place that a family cannot.',
        action: 'Donate',
      },
      {
        to: 'volunteer',
        title: 'With your time',
        text: 'Read aloud, mend a shelf, sort the kernels: there is always one more thing.',
        action: 'Volunteer',
      },
    ],
  },
} as const
