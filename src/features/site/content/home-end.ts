// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).

/** Below the tabs of the home page */
export const homeEnd = {
  voice: {
    quote:
      'I asked who would teach our little ones while we work. Now my son reads to me in the evening, and I have begun to learn it too.',
    name: 'Tetee Zayzay',
    role: 'Market trader and mother, Paynesville, Liberia',
    image: {
      src: '/images/portrait-tetee.svg',
      width: 320,
      height: 360,
      alt: 'Portrait of Tetee Zayzay in a green headwrap, smiling',
    },
  },
  map: {
    title: 'Where we work',
    image: {
      src: '/images/map.svg',
      width: 900,
      height: 420,
      alt: 'A map of the Atlantic: Texas, North Carolina and New York on one side, each joined by a dotted line to Liberia on the other.',
    },
    places: [
      {
        place: 'Liberia',
        text: 'Our school in Paynesville, and training for teachers in Montserrado and Margibi',
      },
      { place: 'New York', state: 'NY' },
      { place: 'Texas', state: 'TX' },
      { place: 'North Carolina', state: 'NC' },
    ],
  },
  ways: {
    title: 'Find your place',
    list: [
      {
        to: 'volunteer',
        image: {
          src: '/images/get-involved.svg',
          width: 640,
          height: 560,
          alt: 'Three volunteers sort books into a box',
        },
        action: 'Volunteer',
        text: 'From two hours a week, in a classroom or at a desk.',
      },
      {
        to: 'partner',
        image: {
          src: '/images/partner.svg',
          width: 640,
          height: 560,
          alt: 'A woman and a man bend over the plan of a house',
        },
        action: 'Partner with us',
        text: 'For companies, schools, public offices and other non-profits.',
      },
      {
        to: 'joinPrograms',
        image: {
          src: '/images/scene-early-childhood.svg',
          width: 640,
          height: 520,
          alt: 'Three children play and draw at a low table',
        },
        action: 'Join a program',
        text: 'For children, parents, teenagers and adults.',
      },
      {
        to: 'donate',
        image: {
          src: '/images/flagship-school.svg',
          width: 640,
          height: 480,
          alt: 'Children in the yard of the school, with its garden in front',
        },
        action: 'Donate',
        text: '$18.75 is one child’s morning at school.',
      },
    ],
  },
  contact: {
    title: 'Contact Us',
    text: 'Ask about a child, a building, a gift or a visit. A person reads every message.',
    action: 'Stay connected',
  },
} as const
