import { areas } from '@/shared/auth/areas'
import { paths } from '@/shared/config/paths'
import { optionLabel } from '@/shared/lib/option-label'

const audiences: Readonly<Record<string, { name: string; who: string }>> = {
  all: { name: 'All subscribers', who: 'everyone who subscribed to the newsletter' },
  supporters: { name: 'Supporters', who: 'confirmed accounts with the role Supporter' },
  donors: { name: 'Donors', who: 'everyone who gave with an email address' },
  mentors: { name: 'Mentors', who: 'active mentors' },
  trainers: { name: 'Trainers', who: 'active trainers' },
  parents: { name: 'Parents', who: 'parents of active mentees' },
  volunteers: { name: 'Volunteers', who: 'volunteers whose application was accepted' },
  partners: { name: 'Partners', who: 'partners whose proposal was accepted' },
}

export const audienceValues = Object.keys(audiences)

/** The view whose people are the audience. */
export const viewOf = (audience: string): string | undefined =>
  audience.startsWith('view:') ? audience.slice('view:'.length) : undefined

export const audienceOf = (value: string): { name: string; who: string } =>
  audiences[value] ??
  (viewOf(value)
    ? { name: 'People of a saved view', who: 'the people in it who have an email address' }
    : { name: value, who: value })

/** The name of a list by its address: `/crm?tab=donors&by=donor` is "Donors". */
export function listName(list: string): string {
  const { pathname, searchParams } = new URL(list, window.location.origin)
  const slug = searchParams.get('tab')
  const area = Object.values(areas).find((one) => one.slug === slug)
  return pathname === paths.crm && area ? area.tab : optionLabel(slug ?? pathname.slice(1))
}

/** As in "1,204 people" */
export const people = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`
