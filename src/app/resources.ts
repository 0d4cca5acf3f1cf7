import { answerTemplates } from '@/features/submissions/answers/answer-templates'
import { newsletter } from '@/features/crm/campaigns/newsletter'
import { changeLog } from '@/features/crm/change-log/change-log'
import { demoUsers } from '@/features/crm/accounts/demo-users'
import { faults } from '@/features/crm/faults/faults'
import { holidays } from '@/features/submissions/queue/holidays'
import type { Resource } from '@/engine/core/define-resource'
import { queues } from '@/features/submissions/common/queues'
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
  faults,
]
