// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'
import type { VolunteerOpportunityId } from '@/shared/data/volunteer-opportunities'

interface OpportunityText {
  title: string
  description: string
  /** Time that is asked for */
  commitment: string
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
  fallback: 'Write or call instead, and say where you would like to help.',
  promise: 'Tell us a little about yourself and we will answer within 2 business days.',
  opportunities: {
    teaching: {
      title: 'Teaching',
      description: 'Lead a small class beside one of our teachers, in person or over video.',
      commitment: '4-6 hours/week',
    },
    tutoring: {
      title: 'Tutoring',
      description: 'Help one learner with one subject, every week.',
      commitment: '2-3 hours/week',
    },
    events: {
      title: 'Events',
      description:
        'Reading days, open houses and fundraisers: carry, cook, welcome or run the desk.',
      commitment: '5-8 hours/month',
    },
    admin: {
      title: 'Administration',
      description: 'Letters, spreadsheets and telephone calls that keep the doors open.',
      commitment: '3-5 hours/week',
    },
  } satisfies Record<VolunteerOpportunityId, OpportunityText>,
}
