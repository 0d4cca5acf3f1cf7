// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'

export const aboutContent = {
  title: 'About us',
  description:
    'Our mission, vision and values, how far our work has come since 2023, the flagship school in Liberia, and what we will build next.',
  lead: 'We run a school in Liberia and invest in churches and community centers in the United States.',
  image: {
    src: '/images/scene-community-partnerships.svg',
    width: 640,
    height: 520,
    alt: 'A woman and a man carry a box of vegetables between a church and a community hall',
  },
  mission: {
    title: 'Our mission',
    statement: organisation.mission,
    text: 'In practice that means a school for young children, mentors for teenagers, evening classes for adults, and buildings that neighbors can use all week.',
  },
  vision: {
    title: 'Our vision',
    statement:
      'Communities where every child learns to read, every adult can go on learning, and the people who live there own the places that make it possible.',
  },
  progress: {
    title: 'How far we have come',
    text: 'In 2023 we set ourselves goals for our first years. Here is how much of each we have reached.',
    bars: [
      { id: 'philanthropy', label: 'Philanthropy and strategic investments', percent: 85 },
      { id: 'development', label: 'Program development', percent: 95 },
    ] as const,
  },
  valuesTitle: 'Our values',
  values: [
    {
      title: 'Compassion',
      text: 'We listen before we plan. Families know best what keeps their children out of school.',
    },
    {
      title: 'Excellence',
      text: 'Teachers plan their lessons together, watch one another teach and talk it over every week.',
    },
    {
      title: 'Community',
      text: 'Parents, pastors and neighbors help decide what is taught and built where they live.',
    },
  ],
  flagship: {
    title: `${organisation.name} Academy`,
    status: 'Active',
    text: 'Our flagship program is a school in Liberia for children aged 3 to 10, with small classes for the youngest, breakfast every morning and a garden.',
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
        text: 'A library on wheels for villages that are far from a paved road.',
      },
      {
        title: 'Scholarships at eleven',
        text: 'Fees, uniform and bus fare for those who leave our school at ten and want to go on.',
      },
      {
        title: 'A kitchen in every hall',
        text: 'Kitchens at our partner churches, so that evening classes can end with supper.',
      },
    ],
  },
  invitation: {
    title: 'Come and see for yourself',
    text: 'Visit a class, meet our partners, or tell us what your own neighborhood needs.',
    involved: 'Get Involved',
    programs: 'See our programs',
  },
}
