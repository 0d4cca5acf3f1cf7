// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).

export const earlyChildhood = {
  title: 'Early Childhood Education',
  description:
    'Classes of at most 15 for children aged 3 to 6 in Paynesville, Liberia: trained teachers, breakfast, home visits and families who take part.',
  lead: 'Our youngest pupils learn by talking, singing, building and being listened to.',
  maxPerClass: 15,
  ages: '3-6',
  apply: 'Apply for a place',
  featuresTitle: 'Here for every child',
  features: [
    {
      title: 'Learning through play',
      text: 'Kernels to count, clay to shape, a shop to run: every game has something to teach.',
    },
    {
      title: 'Two trained adults',
      text: 'A trained teacher and an assistant from the neighborhood, both coached every second week.',
    },
    {
      title: 'A healthy start',
      text: 'Breakfast cooked on site, clean water, and checks of hearing, sight and growth twice a year.',
    },
    {
      title: 'Family at the center',
      text: 'A home visit before the first day, open mornings, and books to take home on Fridays.',
    },
  ],
  dayTitle: 'A morning at school',
  day: [
    { time: '7:30', text: 'Welcome at the gate' },
    { time: '8:00', text: 'Breakfast, and washing up together' },
    { time: '8:45', text: 'The question of the day, on the mat' },
    { time: '9:30', text: 'Corners: letters, numbers, building, shop' },
    { time: '11:00', text: 'Outdoor play' },
    { time: '12:00', text: 'A story, a song and home' },
  ],
  goalsTitle: 'Our goals for each child',
  goals: [
    'Every child can tell a story, and listen to someone else’s',
    'Every child knows letters, numbers to twenty and how to write a name',
    'Every child is well fed and seen by a nurse',
    'Every family reads or tells stories together at least three times a week',
  ],
  impactTitle: 'Results so far',
  /** Of the program’s success metrics, in their order */
  impact: [
    'of those who leave us are ready for first grade',
    'come to school on an average day',
    'families visited at home',
  ],
  resultsTitle: 'How far we have come',
  closing: {
    title: 'Three ways to help a child start school',
    ways: [
      {
        to: 'joinPrograms',
        title: 'For your own child',
        text: 'Apply for a place. We answer within 2 business days and come to visit you.',
        action: 'Join the program',
      },
      {
        to: 'donate',
        title: 'For another child',
        text: 'Your gift pays for what a family cannot.',
        action: 'Donate',
      },
      {
        to: 'volunteer',
        title: 'With your time',
        text: 'Teach, tutor, or help at events and in the office.',
        action: 'Volunteer',
      },
    ],
  },
} as const
