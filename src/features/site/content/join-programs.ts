// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { summary as bawgWorkshops } from './programs/bawg-workshops'
import { summary as earlyChildhood } from './programs/early-childhood'
import { summary as parentEngagement } from './programs/parent-engagement'
import { summary as ucaPartnerships } from './programs/uca-partnerships'
import { paths } from '@/shared/config/paths'
import { promised } from '@/shared/data/organisation'
import { programPath } from '../lib/program-path'
import { programTitles, type ProgramId } from './program-titles'

/** A link to a program's page. */
const linkTo = (id: ProgramId) => ({ label: programTitles[id], to: programPath(id) })

export const joinProgramsContent = {
  title: 'Join our programs',
  description: `Apply to early childhood education, parent engagement, community training or leadership development. We answer within ${promised.program}.`,
  lead: 'For children, parents, teenagers and adults. Choose a program and apply in a few minutes.',
  image: {
    src: '/images/morning.svg#mat',
    width: 240,
    height: 200,
    alt: 'Three learners on a round mat before a board; one raises a hand',
  },
  programsTitle: 'Programs you can join',
  programs: [
    {
      title: 'Early Childhood Education',
      to: programPath('early-childhood'),
      audience: 'Ages 3-6',
      image: earlyChildhood.image,
      text: 'Stories, numbers, music and play in classes of at most 15 children. Mornings at our school in Liberia. For a child of 7 to 10, choose this too: the academy goes on to fourth grade.',
      links: [{ label: 'The academy', to: paths.academy }],
    },
    {
      title: 'Parent Engagement',
      to: programPath('parent-engagement'),
      audience: 'Parents and guardians',
      image: parentEngagement.image,
      text: 'Evenings on what children learn at each age and how to help at home, with supper and child care.',
      links: [],
    },
    {
      title: 'Community Training',
      to: programPath('bawg-workshops'),
      audience: 'Adults 18+',
      image: bawgWorkshops.image,
      text: 'Reading, bookkeeping and trade skills, taught in churches and community centers. Teachers choose this too.',
      links: [
        linkTo('bawg-workshops'),
        linkTo('teacher-training'),
        { label: 'Adult Literacy', to: `${paths.academy}#programs` },
      ],
    },
    {
      title: 'Leadership Development',
      to: programPath('uca-partnerships'),
      audience: 'Youth 12-18 and adults',
      image: ucaPartnerships.image,
      text: 'Plan and lead a project of your own, with a mentor beside you.',
      links: [
        linkTo('uca-partnerships'),
        { label: 'Youth mentorship', to: `${paths.academy}#ages` },
      ],
    },
  ],
  allPrograms: 'See all programs in detail',
  application: {
    title: 'Apply to join',
    promise: `Send your application and we will be in touch within ${promised.program} to discuss next steps.`,
    fallback: 'Write or call with your name, the program and, for a child, the age.',
    stepsTitle: 'Next steps',
    steps: [
      { title: 'We call you', text: `Within ${promised.program}, at the number you give us.` },
      { title: 'You visit', text: 'Sit in on a class, with your child if you like.' },
      {
        title: 'You start',
        text: 'Most places cost a family little. We tell you how much before you decide.',
      },
    ],
  },
}
