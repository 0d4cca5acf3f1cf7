import type { Resource } from '@/shared/resource/define/define-resource'
import { campaigns } from '@/features/campaigns/campaigns'
import { donorTotals } from '@/features/giving/donors'
import { programs } from '@/features/programs/programs'
import { users } from '@/features/users/users'
import { courses } from '@/features/courses/courses'
import { donors } from '@/features/giving/donations'
import { mentees } from '@/features/people/mentees'
import { mentors } from '@/features/people/mentors'
import { trainers } from '@/features/people/trainers'

/** In the order of the tabs; that of the donors has two. */
export const resources: readonly Resource[] = [
  users,
  programs,
  mentors,
  mentees,
  trainers,
  donors,
  donorTotals,
  courses,
  campaigns,
]
