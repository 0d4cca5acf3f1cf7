// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { promised } from '@/shared/data/organisation'
import { formatDollars } from '@/shared/lib/format-dollars'
import type { QuestionList } from '../components/questions'
import { classes, grades } from './academy'
import { inLiberianDollars, programCosts } from './program-costs'
import { phoneInLiberia, schoolAddress, telInLiberia, whatsAppInLiberia } from './reach'

const schoolYear = programCosts['early-childhood'].participantPays
const term = programCosts['parent-engagement'].participantPays

/** Questions from parents, and from anyone looking for a place, before they apply. */
export const parentsContent = {
  waysTitle: 'Apply, register, join: which is which',
  ways: [
    {
      term: 'Apply',
      text: 'You ask for a place with the form below. We call, you visit, and then you decide.',
    },
    {
      term: 'Register',
      text: `On the page of a program or of the academy you take an open place or join its waitlist. A person confirms it within ${promised.registration}; for a child, we ask for its name then.`,
    },
    {
      term: 'Join',
      text: 'Either of the two. Join Program leads to this page, with your program chosen.',
    },
  ],
  questions: {
    title: 'What parents ask first',
    list: [
      {
        question: 'What if the price is too much?',
        answer:
          'Say so when we call. A family, a learner or a teacher pays what they can, and a talk is enough: no paper is asked for. A congregation or center agrees its share with us before it signs. Others pay the rest.',
      },
      {
        question: 'What is that in Liberian dollars?',
        answer: `A school year, ${formatDollars(schoolYear)}, is about ${inLiberianDollars(schoolYear)}, a term in a parent circle ${inLiberianDollars(term)}, at the rate of September 2026. You may pay in either money, term by term.`,
      },
      { question: 'Where is the school?', answer: `${schoolAddress}.` },
      {
        question: 'Can I call, or write on WhatsApp?',
        answer: 'Both, on school mornings:',
        links: [
          { label: phoneInLiberia, to: telInLiberia },
          { label: 'WhatsApp', to: whatsAppInLiberia },
        ],
      },
      {
        question: 'By when must I apply?',
        answer:
          'For school by the end of July: enrollment opens in May, home visits are in August, classes begin in September. Parent circles begin in January, May and September. Teacher Training closes in May. We answer all year.',
      },
      {
        question: 'Can my child start in mid-year?',
        answer:
          'Yes, in January or April, when a term begins and the class has a place. You pay for the terms that are left.',
      },
      {
        question: 'Is there a place for a child of 7 to 10?',
        answer: `Yes: ${grades.participants} of ${grades.maxParticipants} places in grades 1 to 4 are taken. A year costs a family ${formatDollars(schoolYear)}, as in nursery. Choose Early Childhood Education in the form.`,
      },
      {
        question: 'How many pupils are there?',
        answer: `${classes.participants + grades.participants}: ${classes.participants} in nursery and kindergarten, at most 15 in a class, and ${grades.participants} in grades 1 to 4.`,
      },
      {
        question: 'Is there a uniform?',
        answer:
          'A green shirt, over whatever your child wears. The first one is from us; another costs $6, about L$1,000.',
      },
      {
        question: 'Which papers do I need?',
        answer:
          'For a child, a birth certificate or clinic card and the vaccination card. If one is lost, apply anyway: we help you to replace it. Adults need none.',
      },
    ],
  } satisfies QuestionList,
}
