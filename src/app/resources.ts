import { answerTemplates } from '@/features/answers/answer-templates'
import { newsletter } from '@/features/campaigns/newsletter'
import { changeLog } from '@/features/change-log/change-log'
import { demoUsers } from '@/features/demo/demo-users'
import { holidays } from '@/features/queue/holidays'
import type { Resource } from '@/shared/resource/define/define-resource'
import { queues } from '@/shared/submissions/queues'
import { crmLists } from './crm-lists'

/** Every declaration. Two of them may have one slug: a tab of the CRM and one of the queue. */
export const resources: readonly Resource[] = [
  ...crmLists,
  ...queues.map(({ resource }) => resource),
  newsletter,
  answerTemplates,
  holidays,
  demoUsers,
  changeLog,
]
