// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation, promised } from '@/shared/data/organisation'
import type { VolunteerOpportunityId } from '@/shared/data/volunteer-opportunities'
import type { QuestionList } from '../components/questions'
import type { PictureData } from '../components/picture'

interface OpportunityText {
  title: string
  description: string
  /** The time we ask for */
  commitment: string
  image: PictureData
}

export const volunteerContent = {
  title: 'Volunteer with us',
  description: `Teach, tutor, help at events or in the office: volunteer a few hours with ${organisation.name} and apply in two minutes.`,
  lead: 'Choose what suits you, and we will find the right place together.',
  image: {
    src: '/images/scene-teacher-training.svg',
    width: 640,
    height: 520,
    alt: 'A teacher writes a sum on the board; a volunteer sits beside the children and takes notes',
  },
  opportunities: {
    teaching: {
      title: 'Teaching',
      description: 'Lead a small class beside one of our teachers, in person or over video.',
      commitment: '4-6 hours/week',
      image: {
        src: '/images/morning.svg#mat',
        width: 240,
        height: 200,
        alt: 'Three learners on a round mat before a board; one raises a hand',
      },
    },
    tutoring: {
      title: 'Tutoring',
      description: 'Help one learner with one subject, every week.',
      commitment: '2-3 hours/week',
      image: {
        src: '/images/scene-tutoring.svg',
        width: 240,
        height: 200,
        alt: 'An older tutor and a girl with a pencil bend over one book in the light of a lamp',
      },
    },
    events: {
      title: 'Events',
      description:
        'Reading days, open houses and fundraisers: carry, cook, welcome or run the desk.',
      commitment: '5-8 hours/month',
      image: {
        src: '/images/scene-supper.svg',
        width: 240,
        height: 200,
        alt: 'Two helpers behind a table with soup, cake and cups; one waves, under bunting',
      },
    },
    admin: {
      title: 'Administration',
      description: 'Letters, spreadsheets and phone calls that keep the doors open.',
      commitment: '3-5 hours/week',
      image: {
        src: '/images/scene-letters.svg',
        width: 240,
        height: 200,
        alt: 'A woman at a desk with the phone at her ear and a letter in her hand',
      },
    },
  } satisfies Record<VolunteerOpportunityId, OpportunityText>,
  questions: {
    title: 'What volunteers ask first',
    list: [
      {
        question: 'In my city, or from home?',
        answer:
          'In Austin, Brooklyn, Buffalo, Charlotte, Dallas, Durham, Houston and Paynesville. Tutoring and office work can be done from home, teaching by video.',
      },
      {
        question: 'How old must I be?',
        answer:
          'From age 16; to teach and tutor, from age 18. Younger people help at events beside a parent.',
      },
      {
        question: 'Is there a background check?',
        answer:
          'For everyone who works with children: two references, and a check of criminal records that we pay for.',
      },
      {
        question: 'When can I start?',
        answer: 'Mostly within three weeks of your application, as soon as the references are in.',
      },
    ],
  } satisfies QuestionList,
  application: {
    title: 'Apply to volunteer',
    promise: `Tell us a little about yourself and we will answer within ${promised.volunteer}.`,
    fallback: 'Write or call instead, and say where you would like to help.',
    stepsTitle: 'Next steps',
    steps: [
      { title: 'We answer', text: `Within ${promised.volunteer}, by email or phone.` },
      { title: 'We meet', text: 'Half an hour, in person or by video. We check references.' },
      { title: 'You start', text: 'Beside someone with experience, until you feel at home.' },
    ],
  },
}
