// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from '@/shared/data/organisation'

/* Ways to reach us besides those that every page has. */

export const phoneInLiberia = '+231 77 555 0100'
export const whatsAppInLiberia = `https://wa.me/${phoneInLiberia.replaceAll(/\D/g, '')}`
/** With a landmark, because drivers ask for one */
export const schoolAddress =
  'Mango Tree Lane, Paynesville: the long white house with a red roof, behind the water tower of Sunday Market'
export const pressEmail = `press@${organisation.domain}`
export const telInLiberia = `tel:${phoneInLiberia.replaceAll(' ', '')}`
