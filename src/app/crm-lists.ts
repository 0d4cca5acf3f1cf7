import { campaigns } from '@/features/crm/campaigns/campaigns'
import { courses } from '@/features/crm/courses/courses'
import { donations } from '@/features/crm/giving/donations'
import { donors } from '@/features/crm/giving/donors'
import { mentees } from '@/features/crm/people/mentees'
import { mentors } from '@/features/crm/people/mentors'
import { samePeople } from '@/features/crm/people/same-people'
import { trainers } from '@/features/crm/people/trainers'
import { programs } from '@/features/crm/programs/programs'
import { users } from '@/features/crm/users/users'
import type { Resource } from '@/engine/core/define-resource'

/** In the order of the tabs of the CRM; that of the donors has two. */
export const crmLists: readonly Resource[] = [
  users,
  programs,
  mentors,
  mentees,
  trainers,
  donations,
  { ...donors, slots: { ...donors.slots, tool: samePeople } },
  courses,
  campaigns,
]
