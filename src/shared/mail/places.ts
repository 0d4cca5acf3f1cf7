import { registeredPrograms } from '../data/registered-programs.ts'
import { dayInWords } from '../lib/day-in-words.ts'
import { text, Unsendable, type Compose } from './mail-data.ts'

/** As the site calls it: the id comes from whoever registered, and may be no program at all. */
export const programName = ({ program }: Record<string, unknown>): string =>
  registeredPrograms[String(program)] ?? 'our program'

/** What became of a registration: a place, the offer of one, or the waiting list. */
export const place: Compose = (data, site) => {
  const program = programName(data)
  const reference = text(data, 'reference')
  const told = states[text(data, 'state')]?.(program, data)
  if (!told) throw new Unsendable('Nobody knows what became of the registration.')
  const { title, paragraph, button } = told
  return {
    subject: `${title}: ${program} (${reference})`,
    title,
    preview: paragraph,
    parts: [
      { paragraph },
      { button, href: `${site}/status#${text(data, 'token')}` },
      {
        aside:
          'On that page you can also add a message, or withdraw your registration. Whoever has the link can do the same, so keep it to yourself.',
      },
    ],
  }
}

type State = (
  program: string,
  data: Record<string, unknown>,
) => { title: string; paragraph: string; button: string }

const states: Readonly<Record<string, State>> = {
  confirmed: (program) => ({
    title: 'Your place is confirmed',
    paragraph: `You have a place in ${program}. Before it begins, we write to you with all that you need to know.`,
    button: 'See how it stands',
  }),
  waitlisted: (program) => ({
    title: 'You are on the waiting list',
    paragraph: `All places in ${program} are taken at the moment. Once one is free for you, we offer it to you by email.`,
    button: 'See your position',
  }),
  offered: (program, data) => ({
    title: 'A place is free for you',
    paragraph: `A place in ${program} is free, and you are next. Please accept it by ${dayInWords(text(data, 'until'))}; after that it goes to the next who waits.`,
    button: 'Accept or decline',
  }),
}
