import { defineResource } from '@/engine/core/define-resource'
import { createdColumn } from '@/engine/core/columns'
import { PersonLink } from '@/shared/account-ui/person-link'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import { requiredRights, loadFailed } from '@/shared/submissions/kinds'

export const newsletter = defineResource({
  table: 'newsletter_subscriptions',
  slug: 'newsletter',
  tab: 'Newsletter',
  requiredRights,
  isAddressed: true,
  label: { one: 'newsletter subscription', many: 'newsletter subscriptions' },
  toasts: { loadFailed },
  title: ({ name }) => name,
  select: ['name', 'email', 'confirmed_at'],
  exported: ['id', 'name', 'email', 'confirmed_at', 'created_at'],
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
    createdColumn('Subscribed'),
  ],
  filledBy: 'Visitors subscribe on the website, and an import brings many.',
  defaultSort: '-created_at',
  duplicateKeys: [['email']],
  isUnique: true,
  importOnly: {
    schema: ({ object, requiredEmail, requiredLine }) =>
      object({ name: requiredLine(200), email: requiredEmail }),
    fields: {
      name: { kind: 'text', label: 'Name' },
      email: { kind: 'email', label: 'Email' },
    },
    asksForStatus: true,
    keepsUnsubscribed: true,
    joined: ['name'],
    orElse: { name: 'email' },
    statement: {
      label: 'All of these people have agreed to receive the newsletter',
      otherwise:
        'Otherwise they stay unconfirmed: they get no email and are deleted after seven days unless they subscribe themselves. People who unsubscribed stay unsubscribed either way.',
    },
  },
})
