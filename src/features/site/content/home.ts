// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'

export const homeContent = {
  hero: {
    title: 'Empowering Communities Through Education & Hope',
    lead: 'A school in Liberia, and six American halls that stay open all week.',
    reason: '$18.75 is one child’s morning at school.',
    image: {
      src: '/images/home-hero.svg',
      width: 600,
      height: 680,
      alt: 'A teacher reads to three children beneath a broad tree, while two more walk up the path to a small school at sunrise.',
    },
  },
  /** Figures of the impact tab, and the number of people enrolled in all programs. */
  proof: {
    title: 'Our work in figures',
    asOf: '2026-09-30',
    figures: [
      { id: 'enrolled', value: '545', label: 'people enrolled in seven programs' },
      { id: 'donors', value: '2,847', label: 'active donors' },
      { id: 'projects', value: '12', label: 'community projects' },
      { id: 'raised', value: '$1.2M', label: 'raised in all' },
    ],
  },
  chairs: {
    title: 'Fifty-two pupils, nineteen chairs',
    text: 'So our founder taught her first class in two shifts, until an apprentice had built the rest in exchange for reading lessons.',
    action: 'Read her story',
    image: {
      src: '/images/chairs.svg',
      width: 832,
      height: 256,
      alt: '52 chairs, of which 19 are filled in and 33 are outlines.',
    },
  },
  tabsTitle: 'Why we began, what we built, what changed',
  foundation: {
    mission: organisation.mission,
    story: [
      `${organisation.name} began in 2023 with a question from a market trader in Liberia: who will teach the little ones while we work? The answer became a school.`,
      'Around it grew evening classes for parents and mentors for teenagers. An ocean away, the same idea took root in buildings that American neighborhoods already trusted.',
    ],
    valuesTitle: 'What we stand on',
    values: [
      {
        title: 'Education',
        text: 'Small classes, prepared teachers, and a book for every child to carry home on Friday.',
      },
      {
        title: 'Investment',
        text: 'Money for roofs, kitchens and classrooms that the people who use them also own.',
      },
      {
        title: 'Collective Growth',
        text: 'Parents study beside their children. Those who were mentored come back as mentors.',
      },
    ],
  },
  work: {
    school: {
      title: 'Our flagship school',
      action: 'Step inside the Academy',
      text: [
        `${organisation.name} Academy in Liberia takes children from age 3 to age 10. The youngest learn in classes of at most 15, so that a teacher can hear each of them read.`,
        'The day starts with breakfast, part of it from the school garden. In the evening the same rooms belong to the parents.',
      ],
      image: {
        src: '/images/flagship-school.svg',
        width: 640,
        height: 480,
        alt: 'The school: a long house with a clay-red roof between palms, children in the yard and rows of vegetables in front.',
      },
    },
    partnersTitle: 'Philanthropic investment partners',
    partnersText:
      'Six congregations and centers decide with us what their neighborhood needs next.',
    partners: [
      { name: 'Lanternlight Church', city: 'Brooklyn', state: 'NY' },
      { name: 'Juniper Street Community House', city: 'Buffalo', state: 'NY' },
      { name: 'Cedar Bend Fellowship', city: 'Houston', state: 'TX' },
      { name: 'Mockingbird Row Center', city: 'Dallas', state: 'TX' },
      { name: 'Pine Hollow Chapel', city: 'Durham', state: 'NC' },
      { name: 'Southfork Family Center', city: 'Charlotte', state: 'NC' },
    ],
  },
  impact: {
    statisticsTitle: 'Where we stand',
    statistics: [
      {
        id: 'raised',
        label: 'Total Raised',
        prefix: '$',
        value: 1.2,
        decimals: 1,
        suffix: 'M',
        change: '+23%',
        note: 'gifts and grants of the year to September, against the year before',
      },
      { id: 'donors', label: 'Active Donors', value: 2847, change: '+156', note: 'new this year' },
      {
        id: 'projects',
        label: 'Community Projects',
        value: 12,
        change: '+4',
        note: 'across NY, TX, NC',
      },
      {
        id: 'returns',
        label: 'ROI Generated',
        value: 9,
        suffix: '%',
        change: '+2.1%',
        note: 'in percentage points, from 6.9% the year before: what our investments earned, divided by what we invested; invested again',
      },
    ],
    lastingTitle: 'Lasting changes',
    lasting: [
      {
        title: 'Children who read early',
        text: 'Our youngest pupils take picture books home every Friday, years before first grade.',
      },
      {
        title: 'Households on firmer ground',
        text: 'Parents leave our workshops keeping accounts, pricing their goods and saving as a group.',
      },
      {
        title: 'Leaders from next door',
        text: 'People who had a mentor come back to teach and to coach.',
      },
      {
        title: 'Rooms that stay open',
        text: 'One repaired hall holds Sunday service, Monday’s food pantry and Wednesday’s homework club.',
      },
    ],
    voicesTitle: 'Voices from the community',
    voices: [
      {
        quote:
          'My daughter reads me the signs on the road to market. I used to have to ask strangers.',
        name: 'Hawa Kamara',
        role: 'Mother of two, Liberia',
        image: {
          src: '/images/portrait-hawa.svg',
          width: 320,
          height: 360,
          alt: 'Portrait of Hawa Kamara in a marigold headwrap',
        },
      },
      {
        quote:
          'They asked what the roof would make possible before they asked what it would cost. The homework club moved in the week it stopped leaking.',
        name: 'Rev. Calvin Brooks',
        role: 'Pine Hollow Chapel in Durham, NC, which we fund. He is on our board.',
        image: {
          src: '/images/portrait-calvin.svg',
          width: 320,
          height: 360,
          alt: 'Portrait of Calvin Brooks, gray-bearded, with glasses',
        },
      },
      {
        quote:
          'I came to explain fractions on Tuesdays. Now three of my students explain them to the younger ones, and I bring the oranges.',
        name: 'Marisol Vega',
        role: 'Volunteer tutor in Houston, TX. She is on our board.',
        image: {
          src: '/images/portrait-marisol.svg',
          width: 320,
          height: 360,
          alt: 'Portrait of Marisol Vega, with long dark hair',
        },
      },
    ],
  },
} as const
