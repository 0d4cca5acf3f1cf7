import { campaigns } from '@/features/campaigns/campaigns'
import { courses } from '@/features/courses/courses'
import { donations } from '@/features/giving/donations'
import { donors } from '@/features/giving/donors'
import { mentees } from '@/features/people/mentees'
import { mentors } from '@/features/people/mentors'
import { trainers } from '@/features/people/trainers'
import { programs } from '@/features/programs/programs'
import { users } from '@/features/users/users'
import type { Resource } from '@/shared/resource/define/define-resource'

/** In the order of the tabs of the CRM; that of the donors has two. */
export const crmLists: readonly Resource[] = [
  users,
  programs,
  mentors,
  mentees,
  trainers,
  donations,
  donors,
  courses,
  campaigns,
]
