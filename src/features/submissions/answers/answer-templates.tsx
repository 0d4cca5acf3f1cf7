import { mergeFields } from '@/shared/lib/merge-fields'
import { optionLabel } from '@/shared/lib/option-label'
import { defineResource } from '@/engine/core/define-resource'
import { removable } from '@/engine/core/removable'
import { answerFields } from './answers'
import { kinds, requiredRights } from '@/shared/submissions/kinds'

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
  filledBy: '“Add Template” adds one, for every reviewer.',
  defaultSort: 'name',
  duplicateKeys: [['name', 'kind']],
  schema: ({ object, requiredLine, requiredText, string }) =>
    object({
      name: requiredLine(100),
      kind: string(),
      subject: requiredLine(200).refine(filledLater, unknownField),
      body: requiredText(10_000).refine(filledLater, unknownField),
    }),
  fields: {
    name: { kind: 'text', label: 'Name' },
    kind: { kind: 'select', label: 'For', options: forKinds },
    subject: { kind: 'text', label: 'Subject', isWide: true },
    body: { kind: 'textarea', label: 'Text', hint: `Filled in for each answer: ${listed}` },
  },
  slots: { rowActions: removable('answer_templates', ['name', 'kind', 'subject', 'body']) },
})
