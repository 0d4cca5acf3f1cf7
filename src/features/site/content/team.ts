// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'
import { directorOfPartnerships, founder, headOfSchool, type Person } from './people'

export interface Leader extends Person {
  /** Address of the profile; "#" where there is none */
  linkedin: string
}

export const teamPage = {
  title: 'Our Team',
  description: `The six people who lead ${organisation.fullName} in Liberia, Texas, New York and North Carolina, and how to reach each of them.`,
  lead: 'Six people in Liberia and the United States. Write to any of them directly.',
  image: {
    src: '/images/map.svg',
    width: 900,
    height: 420,
    alt: 'A map of the Atlantic: Texas, North Carolina and New York on one side, each joined by a dotted line to Liberia on the other.',
  },
  closing: {
    title: 'Work with us',
    text: 'Bring an organization, a building, a skill or a gift. We will find where it fits.',
    partner: 'Become a partner',
    donate: 'Donate',
  },
}

export const leaders: readonly Leader[] = [
  {
    ...founder,
    image: {
      src: '/images/portrait-josephine-tarwoe.svg',
      width: 320,
      height: 360,
      alt: 'Portrait of Josephine Tarwoe, smiling, in a forest green dress with a beaded neckline',
    },
    bio: `A teacher for eighteen years, in Liberia and in Texas. She founded ${organisation.name} in 2023, with eleven pupils.`,
    location: 'Houston, Texas',
    email: `josephine.tarwoe@${organisation.domain}`,
    linkedin: '#',
  },
  {
    ...headOfSchool,
    bio: 'Leads the academy in Paynesville, four streets from where he grew up.',
    linkedin: '#',
  },
  {
    name: 'Elena Castañeda',
    title: 'Director of Finance',
    image: {
      src: '/images/portrait-elena-castaneda.svg',
      width: 320,
      height: 360,
      alt: 'Portrait of Elena Castañeda with long brown hair, pearl earrings and a green jacket',
    },
    bio: 'Keeps our accounts, and answers questions about where a gift goes.',
    location: 'Austin, Texas',
    email: `elena.castaneda@${organisation.domain}`,
    linkedin: '#',
  },
  {
    name: 'Marcus Whitfield',
    title: 'Director of Community Investment',
    image: {
      src: '/images/portrait-marcus-whitfield.svg',
      width: 320,
      height: 360,
      alt: 'Portrait of Marcus Whitfield with a full silver beard and a plaid work shirt',
    },
    bio: 'A builder and a deacon. He inspects every building from cellar to roof before we invest in it.',
    location: 'Durham, North Carolina',
    email: `marcus.whitfield@${organisation.domain}`,
    linkedin: '#',
  },
  {
    name: 'Anjali Menon',
    title: 'Director of Learning and Research',
    image: {
      src: '/images/portrait-anjali-menon.svg',
      width: 320,
      height: 360,
      alt: 'Portrait of Anjali Menon with round glasses, her hair in a high knot, and a clay-red tunic',
    },
    bio: 'Finds out which lessons work, and helps teachers change the ones that don’t.',
    location: 'Brooklyn, New York',
    email: `anjali.menon@${organisation.domain}`,
    linkedin: '#',
  },
  {
    ...directorOfPartnerships,
    bio: 'Brings churches, schools and companies together, and looks after our partners.',
    linkedin: '#',
  },
]
