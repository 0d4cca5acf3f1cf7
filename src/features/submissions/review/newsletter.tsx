import { formatDate } from '@/shared/lib/format-date'
import { defineResource } from '@/shared/resource/define-resource'
import { PersonLink } from '@/shared/ui/person-link'
import { StatusBadge } from '@/shared/ui/status-badge'
import { access, loadFailed } from './queues'

export const newsletter = defineResource({
  table: 'newsletter_subscriptions',
  slug: 'newsletter',
  tab: 'Newsletter',
  access,
  label: { one: 'newsletter subscription', many: 'newsletter subscriptions' },
  toasts: { loadFailed },
  title: ({ name }) => name,
  select: ['name', 'email', 'confirmed_at'],
  columns: [
    { key: 'name', header: 'Name', sortable: true },
    {
      key: 'email',
      header: 'Email',
      sortable: true,
      cell: ({ email }) => <PersonLink address={email} />,
    },
    {
      key: 'confirmed_at',
      header: 'Status',
      cell: ({ confirmed_at }) => (
        <StatusBadge status={confirmed_at ? 'subscribed' : 'unconfirmed'} />
      ),
    },
    {
      key: 'created_at',
      header: 'Subscribed',
      sortable: true,
      cell: ({ created_at }) => formatDate(created_at),
    },
  ],
  defaultSort: '-created_at',
})
