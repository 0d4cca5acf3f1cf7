import { organisation } from '@/shared/data/organisation'

export const aboutContent = {
  title: 'About us',
  description:
    'Our mission, vision and values, how far our work has come since 2023, the flagship school in Liberia, and what we will build next.',
  lead: 'We teach children in Liberia, invest in neighborhoods in the United States, and stay long enough to see both change.',
  mission: {
    title: 'Our mission',
    statement: organisation.mission,
    text: 'In practice that means a school day that starts on time, a mentor who calls when she said she would, and a hall with the lights on when homework is due.',
  },
  vision: {
    title: 'Our vision',
    statement:
      'Communities where every child learns to read, every adult can go on learning, and the people who live there own the places that make it possible.',
  },
  progress: {
    title: 'How far we have come',
    text: 'Our board set the goals for our first years in 2023. This is how much of them is done.',
    bars: [
      { label: 'Philanthropy and strategic investments', percent: 85 },
      { label: 'Program development', percent: 95 },
    ],
  },
  valuesTitle: 'Three values, kept daily',
  values: [
    {
      title: 'Compassion',
      text: 'We listen before we plan. A family knows best what stands between its child and the classroom.',
    },
    {
      title: 'Excellence',
      text: 'A small school can be a very good one. Lessons are prepared, observed and talked over each week.',
    },
    {
      title: 'Community',
      text: 'Parents, pastors and neighbors sit at the table where the money is decided, and see the accounts.',
    },
  ],
  flagship: {
    title: `${organisation.name} Academy`,
    status: 'Active',
    text: 'Our flagship program is a school in Liberia for children aged 3 to 10: early reading, numbers, a garden, and a breakfast that makes the rest possible.',
    facts: [
      { label: 'Ages', value: '3-10' },
      { label: 'Youngest classes', value: 'At most 15 children' },
      { label: 'Where', value: 'Liberia' },
    ],
    image: {
      src: '/images/flagship-school.svg',
      width: 640,
      height: 480,
      alt: 'The school: a long house with a clay-red roof between palms, children in the yard and rows of vegetables in front.',
    },
  },
  next: {
    title: 'What’s Next',
    status: 'Coming Soon',
    items: [
      {
        title: 'The reading bus',
        text: 'A library on wheels for the villages beyond the paved road, with a reader on board.',
      },
      {
        title: 'Scholarships at eleven',
        text: 'Fees, uniform and bus fare for those who leave our school at ten and want to go on.',
      },
      {
        title: 'A kitchen in every hall',
        text: 'Licensed kitchens at our partner churches, so that a class can end with supper and a cook with a wage.',
      },
    ],
  },
  invitation: {
    title: 'Come and see for yourself',
    text: 'Visit a class, meet a partner, or tell us what your own street is missing.',
    involved: 'Get Involved',
    programs: 'See our programs',
  },
}
