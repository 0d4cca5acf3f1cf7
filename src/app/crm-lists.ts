import { campaigns } from '@/features/crm/campaigns/campaigns'
import { courses } from '@/features/crm/courses/courses'
import { donations } from '@/features/crm/giving/gifts/donations'
import { donors } from '@/features/crm/giving/donors/donors'
import { mentees } from '@/features/crm/people/records/mentees'
import { mentors } from '@/features/crm/people/records/mentors'
import { samePeople } from '@/features/crm/people/merge/same-people'
import { trainers } from '@/features/crm/people/records/trainers'
import { programs } from '@/features/crm/programs/programs'
import { users } from '@/features/crm/accounts/users'
import type { Resource } from '@/engine/core/define-resource'
import { DonorWithContact } from './donor-with-contact'
import { withClearances } from './record-with-clearances'

/** In the order of the CRM's tabs; the donors' tab has two. */
export const crmLists: readonly Resource[] = [
  users,
  programs,
  withClearances('mentors', mentors),
  mentees,
  withClearances('trainers', trainers),
  donations,
  { ...donors, slots: { ...donors.slots, tool: samePeople, panel: DonorWithContact } },
  courses,
  campaigns,
]
