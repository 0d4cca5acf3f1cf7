// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { formatDollars } from '@/shared/lib/format-dollars'
import type { QuestionList } from '../components/questions'
import { costPerSession, whatGiftPays } from '../lib/gift'
import { spentByProgram, spentInWords, whoPays } from './accounts'
import { boardInWords } from './board'
import { documentLinks } from './documents'
import { donateContent } from './donate'
import { programCosts } from './program-costs'

const address = organisation.postalAddress.join(', ')
const school = programCosts['early-childhood']
const morning = formatDollars(costPerSession(school))
const year = formatDollars(school.perParticipant)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Donors' questions before and after they give. */
export const givingContent = {
  amountsTitle: 'What each amount is',
  /** Each amount of the form, in whole units */
  amounts: donateContent.give.amounts.map((dollars) => ({
    amount: formatDollars(dollars),
    text: `${capitalized(whatGiftPays(dollars, donateContent.measures).effects.join(', or '))}.`,
  })),
  giftsTitle: 'How we count',
  giftsText: `A ${year} school year has ${school.sessions} mornings: ${morning} each.`,
  gifts: [
    {
      amount: morning,
      text: 'One morning at school for one child: a class of at most 15, two adults, breakfast.',
    },
    {
      amount: formatDollars(costPerSession(programCosts['parent-engagement'])),
      text: 'One evening in a parent circle, with a meal and child care.',
    },
    {
      amount: formatDollars(costPerSession(programCosts['bawg-workshops'])),
      text: 'One Saturday of money workshops, with lunch and child care.',
    },
    {
      amount: formatDollars(school.participantPays),
      text: 'A family’s share of a child’s school year.',
    },
  ],
  waysTitle: 'Other ways to give',
  honor: {
    title: 'In someone’s honor',
    text: 'Open it in your pledge, and say for whom, whom we tell, and your words. We write to them by hand.',
    /** If gifts are paid on a separate page */
    online: 'Once you have given, say for whom, whom we write to, and your words:',
    link: {
      label: 'tell us by email',
      to: mailLink(
        organisation.email,
        'A gift in someone’s honor',
        'My gift (day and amount):\nIn honor or memory of:\nPlease write to (name and address):\nMy words to them:\n',
      ),
    },
  },
  ways: [
    {
      title: 'By check',
      text: `Made out to ${organisation.fullName}, ${address}.`,
    },
    {
      title: 'By bank transfer',
      text: 'We email you the account details and confirm them by phone, so that no one can send you false ones.',
    },
    {
      title: 'Through your employer',
      text: 'Some match what their people give. Send us the form.',
    },
    {
      title: 'In kind',
      text: 'Picture books, laptops, or an afternoon of your trade.',
    },
    {
      title: 'In your will',
      text: 'Write to us or call.',
    },
  ],
  questions: {
    title: 'What donors ask first',
    list: [
      {
        question: 'Where do I send a check?',
        answer: `Made out to ${organisation.fullName}, to ${address}.`,
      },
      {
        question: 'Is my gift deductible?',
        answer: `In the United States, yes: we are a 501(c)(3) non-profit, ${organisation.taxNumber}. We send a receipt for every gift.`,
      },
      {
        question: 'How much is overhead?',
        answer: `Of the ${spentInWords} that we spent last year, 8% ran the office and 4% raised funds.`,
        links: [{ label: 'What we count', to: `${paths.about}#figures` }],
      },
      {
        question: 'What did each program cost last year?',
        answer: `${spentByProgram}.`,
        links: [{ label: 'The whole year', to: `${paths.about}#spent` }],
      },
      { question: 'Who pays what families don’t?', answer: whoPays },
      {
        question: 'May I see your accounts?',
        answer: 'Yes, and the tax return:',
        links: documentLinks('accounts', 'taxReturn'),
      },
      {
        question: 'Can I choose where my gift goes?',
        answer: 'Yes, to one of our programs. Without a choice it goes to where it is needed most.',
      },
      {
        question: 'Can I give in someone’s honor?',
        answer:
          'Yes. Say for whom, whom we should tell, and what. A person writes to them; we never send it automatically.',
      },
      {
        question: 'Can I stop a monthly gift?',
        answer: 'At any time, or change it. A line to us is enough.',
      },
      {
        question: 'Who decides about the money?',
        answer: `Our board: ${boardInWords}.`,
        links: [{ label: 'More about them', to: `${paths.leadership}#board` }],
      },
    ],
  } satisfies QuestionList,
  contactTitle: 'Talk to a person',
  contactText: 'Write to us or call.',
}
