import { defineResource } from '@/engine/core/define-resource'
import { createdColumn, statusColumn } from '@/engine/core/columns'
import { editAction, RowActions } from '@/engine/core/row-actions'
import { RowGoneError } from '@/engine/core/row-errors'
import { Constants } from '@/shared/supabase/database.types'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { areas } from '@/shared/auth/areas'
import { AudienceName } from './audience-name'
import { audienceValues } from './audiences'
import { MergeFields } from './merge-fields'

const CampaignPanel = lazyPart(() => import('./campaign-panel'))

export const campaigns = defineResource({
  table: 'email_campaigns',
  ...areas.campaigns,
  toasts: {
    loadFailed: { title: 'Failed to load campaigns' },
    added: { title: 'Campaign created successfully' },
    addFailed: { title: 'Failed to create campaign' },
    updated: { title: 'Campaign updated successfully' },
    updateFailed: (error) => ({
      title:
        error instanceof RowGoneError ? 'Only drafts can be changed' : 'Failed to update campaign',
    }),
  },
  title: ({ name }) => name,
  select: [
    'name',
    'subject',
    'target_audience',
    'status',
    'sent_count',
    'recipient_count',
    'scheduled_at',
  ],
  columns: [
    { key: 'name', header: 'Name', sortable: true },
    { key: 'subject', header: 'Subject', sortable: true },
    {
      key: 'target_audience',
      header: 'Audience',
      sortable: true,
      mobilePriority: true,
      cell: ({ target_audience }) => <AudienceName audience={target_audience} />,
    },
    statusColumn,
    {
      key: 'sent_count',
      header: 'Sent',
      sortable: true,
      mobilePriority: true,
      isNumeric: true,
      cell: ({ sent_count, recipient_count }) =>
        [sent_count, ...(recipient_count > 0 ? [recipient_count] : [])]
          .map((count) => count.toLocaleString('en-US'))
          .join(' of '),
    },
    createdColumn('Created'),
  ],
  filters: { status: Constants.public.Enums.campaign_status },
  filledBy: '“Create Campaign” begins a draft. Nothing goes out before you confirm it.',
  defaultSort: '-created_at',
  duplicateKeys: [['name', 'subject']],
  schema: ({ object, optionalLine, requiredLine, requiredText }) =>
    object({
      name: requiredLine(200),
      target_audience: requiredLine(100),
      subject: requiredLine(300),
      content: requiredText(50_000),
      name_fallback: optionalLine(100).transform((word) => word ?? 'friend'),
    }),
  fields: {
    name: { kind: 'text', label: 'Name' },
    target_audience: {
      kind: 'select',
      label: 'Target audience',
      options: audienceValues,
      otherLabel: (value) => <AudienceName audience={value} />,
      hint: '“All” means every newsletter subscriber. To reach the people of a saved view, choose “Write a campaign to them” in the Views menu of their list.',
    },
    subject: { kind: 'text', label: 'Subject', isWide: true },
    content: {
      kind: 'textarea',
      label: 'Content',
      hint: <MergeFields />,
    },
    name_fallback: {
      kind: 'text',
      label: 'Greeting for people without a name',
      hint: '“friend” if you leave this empty.',
    },
  },
  slots: {
    // A sent campaign cannot be changed; the database refuses it too.
    rowActions: ({ row, title, edit }) =>
      row.status === 'draft' && (
        <RowActions title={title} actions={[editAction({ title, edit })]} />
      ),
    panel: CampaignPanel,
  },
})
