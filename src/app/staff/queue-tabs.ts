import Inbox from 'lucide-react/icons/inbox'
import type { Section } from '@/shared/auth/areas'
import { optionLabel } from '@/shared/lib/option-label'
import { kindNames, kinds } from '@/shared/submissions/kinds'

/** The tabs of the queue, under names that tell them from the lists of the CRM. */
export const queueTabs: readonly Section[] = [
  { slug: 'all', label: 'All submissions', Icon: Inbox },
  ...kindNames.map((kind) => ({
    slug: kinds[kind].slug,
    label: optionLabel(kinds[kind].many),
    Icon: Inbox,
  })),
  { slug: 'seats', label: 'Seats', Icon: Inbox },
]
