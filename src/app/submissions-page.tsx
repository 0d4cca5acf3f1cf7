import { mentees } from '@/features/crm/resources/mentees'
import { mentors } from '@/features/crm/resources/mentors'
import { trainers } from '@/features/crm/resources/trainers'
import { SubmissionsPage } from '@/features/submissions/review/submissions-page'

export { prefetchSubmissions } from '@/features/submissions/review/submissions-page'

/** Who applied is taken on with the forms in which people are added. */
const people = { mentors, mentees, trainers }

export const Submissions = () => <SubmissionsPage people={people} />
