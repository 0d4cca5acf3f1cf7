// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'
import { founder } from './people'

export const founderContent = {
  ...founder,
  description: `${founder.name} taught for eighteen years before she founded ${organisation.name} in 2023. Read her biography, her vision and her road here.`,
  lead: '“I never met a child who could not learn. I met many who had nowhere to sit down.”',
  image: {
    src: '/images/founder.svg',
    width: 560,
    height: 640,
    alt: `Portrait of ${founder.name}, smiling, in a forest green dress, a book under her arm`,
  },
  highlights: [
    {
      title: '18 years in the classroom',
      text: 'From teaching first grade to training teachers.',
    },
    {
      title: `Founded ${organisation.name} in 2023`,
      text: 'With eleven pupils and two teachers.',
    },
    { title: 'Mentor to forty young women', text: 'Nine of them are teachers today.' },
  ],
  /** Of the journey's first class */
  classroom: {
    pupils: 52,
    chairs: 19,
    caption: 'A chair for each pupil of her first class. Nineteen were there.',
    alt: '52 chairs, of which 19 are filled in and 33 are outlines.',
  },
  sections: [
    {
      id: 'biography',
      title: 'Biography',
      paragraphs: [
        `${founder.name} was born in Liberia, the fourth of six children of a seamstress and a ferry pilot. She learned to read from the labels on flour sacks, sitting under her mother’s cutting table, and was reading aloud to the customers by the time she was five.`,
        'War closed her school twice. The second time her family left for the United States, where she finished high school in Texas.',
      ],
    },
    {
      id: 'mission-and-vision',
      title: 'Mission & Vision',
      paragraphs: [
        `She founded ${organisation.name} on a plain conviction: education, mentorship and community support work when they come together.`,
        'So the foundation runs a school for children from three to ten, and invests in American churches and community centers that know their neighborhoods.',
      ],
    },
    {
      id: 'leadership-journey',
      title: 'Leadership Journey',
      paragraphs: [
        'Her first class had fifty-two pupils and nineteen chairs. She taught in two shifts until a carpenter’s apprentice had built the rest, in exchange for reading lessons.',
        `She went on to lead a primary school, then to train teachers in three counties. In 2023 she founded ${organisation.name} in Texas and opened its school in Liberia that same fall.`,
      ],
    },
    {
      id: 'education-and-background',
      title: 'Education & Background',
      paragraphs: [
        'Josephine holds a bachelor’s degree in elementary education and a master’s degree in education leadership, both earned in Texas, the second in the evenings while she taught by day.',
        `Before ${organisation.name} she spent four years with a community lender, where she learned how neighborhood projects are financed.`,
      ],
    },
    {
      id: 'personal',
      title: 'Personal',
      paragraphs: [
        'She lives in Texas with her husband and their two sons, and spends each winter term at the school. She sings in a choir, grows peppers, and answers every letter from a pupil by hand.',
      ],
    },
  ],
  closing: {
    title: 'Work with Josephine and the team',
    text: `Meet the people who lead ${organisation.name} day by day, or find your own place among us.`,
    team: 'Meet the team',
    involved: 'Get Involved',
  },
}
