import type { Resource } from '@/shared/resource/define-resource'
import { campaigns } from '../campaigns/campaigns'
import { programs } from '../programs/programs'
import { users } from '../users/users'
import { courses } from './courses'
import { donors } from './donors'
import { mentees } from './mentees'
import { mentors } from './mentors'
import { trainers } from './trainers'

/** In the order of the tabs. */
export const resources: readonly Resource[] = [
  users,
  programs,
  mentors,
  mentees,
  trainers,
  donors,
  courses,
  campaigns,
]
