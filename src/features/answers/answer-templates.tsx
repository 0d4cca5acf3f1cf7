import { useMutation } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { z } from 'zod'
import { requiredLine, requiredText } from '@/shared/forms/form-text'
import { mergeFields } from '@/shared/lib/merge-fields'
import { optionLabel } from '@/shared/lib/option-label'
import { defineResource, type RowActionsProps } from '@/shared/resource/define/define-resource'
import { editAction, RowActions } from '@/shared/resource/list/row-actions'
import { removeRow } from '@/shared/resource/write/row-changes'
import { answerFields } from './answers'
import { kinds } from '@/shared/submissions/kinds'
import { requiredRights } from '@/shared/submissions/queues'

const forKinds = ['all', ...Object.keys(kinds)]

const listed = answerFields.map((name) => `{{${name}}}`).join(', ')

/** Rejects unknown merge fields when the template is saved, before an answer uses it. */
const filledLater = (text: string) =>
  mergeFields(text).every((name) => (answerFields as readonly string[]).includes(name))
const unknownField = `Use only these fields in braces: ${listed}`

export const answerTemplates = defineResource({
  table: 'answer_templates',
  slug: 'templates',
  tab: 'Templates',
  requiredRights,
  label: { one: 'template', many: 'templates', add: 'Add Template' },
  toasts: {
    loadFailed: { title: 'Failed to load templates' },
    added: { title: 'Template added' },
    addFailed: { title: 'Failed to add template' },
    updated: { title: 'Template updated' },
    updateFailed: { title: 'Failed to update template' },
  },
  title: ({ name }) => name,
  select: ['name', 'kind', 'subject', 'body'],
  columns: [
    { key: 'name', header: 'Name', sortable: true },
    {
      key: 'kind',
      header: 'For',
      sortable: true,
      mobilePriority: true,
      cell: ({ kind }) => optionLabel(kind),
    },
    { key: 'subject', header: 'Subject', mobilePriority: true },
    { key: 'body', header: 'Text' },
  ],
  filters: { kind: forKinds },
  defaultSort: 'name',
  duplicateKeys: [['name', 'kind']],
  schema: z.object({
    name: requiredLine(100),
    kind: z.string(),
    subject: requiredLine(200).refine(filledLater, unknownField),
    body: requiredText(10_000).refine(filledLater, unknownField),
  }),
  fields: {
    name: { kind: 'text', label: 'Name' },
    kind: { kind: 'select', label: 'For', options: forKinds },
    subject: { kind: 'text', label: 'Subject', isWide: true },
    body: { kind: 'textarea', label: 'Text', hint: `Filled in for each answer: ${listed}` },
  },
  slots: { rowActions: TemplateActions },
})

interface Template {
  id: string
  name: string
  kind: string
  subject: string
  body: string
}

function TemplateActions({ row, title, edit }: RowActionsProps<Template>) {
  const { id, name, kind, subject, body } = row
  const removal = useMutation(
    removeRow({ table: 'answer_templates', success: `${title} is removed` }),
  )
  return (
    <RowActions
      title={title}
      actions={[
        editAction({ title, edit }),
        {
          label: 'Remove',
          name: `Remove ${title}`,
          Icon: Trash2,
          run: () => !removal.isPending && removal.mutate({ id, name, kind, subject, body }),
        },
      ]}
    />
  )
}
