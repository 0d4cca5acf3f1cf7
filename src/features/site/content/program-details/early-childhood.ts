// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { Program } from '../program'
import { program as facts } from '../early-childhood'

export const program: Program = {
  ...facts,
  fullDescription:
    'Each morning starts on the mat. Children greet one another in English and in the language they speak at home, someone chooses the song, and the day’s question goes up on the board: How deep is the well? Who sells the best plantain? From there the class counts, measures, draws and argues its way to an answer.\n\nEvery class has a trained teacher, an assistant from the neighborhood and at most fifteen children. Breakfast is part of every morning, and we visit each family at home before the first day.',
  benefits: [
    'A place in a class of fifteen or fewer, with two adults in the room',
    'Breakfast and a piece of fruit every school day',
    'Hearing, sight and growth checks twice a year',
    'Picture books to take home each Friday',
  ],
  longTermBenefits: [
    'Children reach first grade able to recognize letters, hold a pencil and wait for their turn',
    'Older sisters who used to mind them can stay in school themselves',
    'Families keep reading aloud to brothers and sisters',
  ],
  whyImportant:
    'Children who start school late have to catch up with everyone else. We begin early, so that ours need not.',
  timeline:
    'Enrollment opens in May and closes at the end of July. Home visits take place in August, and classes begin in September. Each term ends with an open morning for families.',
}
