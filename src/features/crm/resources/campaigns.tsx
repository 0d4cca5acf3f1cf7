import { z } from 'zod'
import { formatDate } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { defineResource } from '@/shared/resource/define-resource'
import { requiredLine, requiredText } from '@/shared/lib/form-text'
import { editAction, RowActions } from '@/shared/resource/row-actions'
import { Constants } from '@/shared/supabase/database.types'
import { StatusBadge } from '@/shared/ui/status-badge'
import { areas } from '../areas'

const audiences = ['all', 'donors', 'volunteers', 'mentors', 'parents', 'partners', 'supporters']

export const campaigns = defineResource({
  table: 'email_campaigns',
  ...areas.campaigns,
  toasts: {
    loadFailed: { title: 'Failed to load campaigns' },
    added: { title: 'Campaign created successfully' },
    addFailed: { title: 'Failed to create campaign' },
    updated: { title: 'Campaign updated successfully' },
    updateFailed: { title: 'Failed to update campaign' },
  },
  title: ({ name }) => name,
  select: ['name', 'subject', 'target_audience', 'status', 'sent_count'],
  columns: [
    { key: 'name', header: 'Name', sortable: true },
    { key: 'subject', header: 'Subject', sortable: true },
    {
      key: 'target_audience',
      header: 'Audience',
      sortable: true,
      isTelling: true,
      cell: ({ target_audience }) => optionLabel(target_audience),
    },
    {
      key: 'status',
      header: 'Status',
      sortable: true,
      isTelling: true,
      cell: StatusBadge,
    },
    {
      key: 'sent_count',
      header: 'Sent',
      sortable: true,
      isNumeric: true,
      cell: ({ sent_count }) => sent_count.toLocaleString('en-US'),
    },
    {
      key: 'created_at',
      header: 'Created',
      sortable: true,
      cell: ({ created_at }) => formatDate(created_at),
    },
  ],
  filters: { status: Constants.public.Enums.campaign_status },
  defaultSort: '-created_at',
  schema: z.object({
    name: requiredLine(200),
    target_audience: requiredLine(100),
    subject: requiredLine(300),
    content: requiredText(50_000),
  }),
  fields: {
    name: { kind: 'text', label: 'Name' },
    target_audience: { kind: 'select', label: 'Target audience', options: audiences },
    subject: { kind: 'text', label: 'Subject' },
    content: { kind: 'textarea', label: 'Content' },
  },
  slots: {
    // What was sent can no longer be changed; the database refuses it too.
    rowActions: ({ row, title, edit }) =>
      row.status === 'draft' && (
        <RowActions title={title} actions={[editAction({ title, edit })]} />
      ),
  },
})
