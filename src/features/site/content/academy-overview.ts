// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { programCosts } from './program-costs'

/** The first tab of the academy's page */
export const academyOverview = {
  storyTitle: 'A school that stays open after school',
  story: [
    'The academy opened in Paynesville in 2023 with two rooms and eleven children. Today it has a library, a kitchen with a garden of its own, and classes from nursery to fourth grade.',
    `We teach in English and welcome every language that children speak at home. In our early childhood program families pay a tenth of what a place costs; ${programCosts['early-childhood'].funding} pay for the rest.`,
  ],
  agesTitle: 'From three to grown-up',
  ages: [
    {
      group: 'School',
      ages: '3-10',
      text: 'Nursery to fourth grade. A year costs a family $375 at every age.',
    },
    {
      group: 'Youth mentorship',
      ages: '12-18',
      text: 'An hour with a mentor every week, and a project to finish together.',
    },
    {
      group: 'Adults',
      ages: '18+',
      text: 'Reading, writing and arithmetic after work, with child care in the next room.',
    },
  ],
  apply: 'Apply for ages 3 to 10',
  principlesTitle: 'How we teach',
  principles: [
    {
      title: 'Learning by doing',
      text: 'Children count, measure and trade real things before they write numbers down.',
      image: {
        src: '/images/morning.svg#corners',
        width: 240,
        height: 200,
        alt: 'Two children build a tower of lettered blocks.',
      },
    },
    {
      title: 'Families take part',
      text: 'Parents use the library and have a say in the timetable.',
      image: {
        src: '/images/morning.svg#book',
        width: 240,
        height: 200,
        alt: 'A teacher reads aloud from a large book to two children.',
      },
    },
    {
      title: 'Rooted in Liberia',
      text: 'Teachers, cooks and carpenters come from the neighborhood.',
      image: {
        src: '/images/morning.svg#gate',
        width: 240,
        height: 200,
        alt: 'A man waves at the school gate; a girl with a schoolbag walks toward him.',
      },
    },
  ],
}
