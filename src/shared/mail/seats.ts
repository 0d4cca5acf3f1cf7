import { registeredPrograms } from '../data/registered-programs.ts'
import { dayInWords } from '../lib/day-in-words.ts'
import { text, Unsendable, type Compose } from './mail-data.ts'

/** The name on the site. The id comes from a visitor and may not be a program. */
export const programName = ({ program }: Record<string, unknown>): string =>
  registeredPrograms[String(program)] ?? 'our program'

/** The outcome of a registration: a seat, an offer or the waitlist. */
export const seat: Compose = (data, site) => {
  const program = programName(data)
  const reference = text(data, 'reference')
  const told = states[text(data, 'state')]?.(program, data)
  if (!told) throw new Unsendable(`Unknown state of a registration: ${text(data, 'state')}.`)
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
          'On that page you can also add a message, or withdraw your registration. Anyone with the link can do the same, so keep it to yourself.',
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
    paragraph: `You have a place in ${program}. Before it begins, we’ll send you everything you need to know.`,
    button: 'See where things stand',
  }),
  waitlisted: (program) => ({
    title: 'You are on the waitlist',
    paragraph: `All places in ${program} are taken at the moment. When one opens up for you, we’ll offer it to you by email.`,
    button: 'See your position',
  }),
  offered: (program, data) => ({
    title: 'A place is free for you',
    paragraph: `Good news: a place in ${program} is free, and you are next. Please accept it by ${dayInWords(text(data, 'until'))}. After that it goes to the next person in line.`,
    button: 'Accept or decline',
  }),
}
