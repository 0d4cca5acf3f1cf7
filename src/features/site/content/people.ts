// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'
import type { PictureData } from '../components/picture'

export interface Person {
  name: string
  title: string
  image: PictureData
  bio: string
  location: string
  email: string
}

/* People who appear on more than one page. */

export const founder = {
  name: 'Josephine Tarwoe',
  title: 'Founder and President',
}

export const headOfSchool = {
  name: 'Samuel Togba',
  title: 'Head of School',
  image: {
    src: '/images/portrait-samuel-togba.svg',
    width: 320,
    height: 360,
    alt: 'Portrait of Samuel Togba, laughing, with a short graying beard and a clay-red cardigan',
  },
  location: 'Paynesville, Liberia',
  email: `samuel.togba@${organisation.domain}`,
}

export const directorOfPartnerships = {
  name: 'Thomas Nyemah',
  title: 'Director of Partnerships',
  image: {
    src: '/images/portrait-thomas-nyemah.svg',
    width: 320,
    height: 360,
    alt: 'Portrait of Thomas Nyemah with high-cut hair, a goatee and a white tunic embroidered in green',
  },
  location: 'Monrovia, Liberia',
  email: `thomas.nyemah@${organisation.domain}`,
}
