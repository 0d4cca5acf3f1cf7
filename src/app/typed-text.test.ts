import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A module of these holds typed text: as a draft, or by asking before it is lost. */
const holds =
  /\b(useFormDraft|writeDraft|useLeaveWarning|useEditor|useSubmission)\(|<(FormDialog|EditorDialog|SubmissionForm)\b/
const hasControl = /<(Field|Textarea|Input|PasswordInput|input|textarea)\b/

/** Modules whose text another one holds. */
const heldBy: Readonly<Record<string, string>> = {
  'engine/list/reason-field.tsx': 'engine/list/export-dialog.tsx',
  'engine/import/columns-step.tsx': 'engine/import/import-dialog.tsx',
  'engine/import/file-step.tsx': 'engine/import/import-dialog.tsx',
  'engine/import/plan-questions.tsx': 'engine/import/import-dialog.tsx',
  'engine/import/who-is-this.tsx': 'engine/import/import-dialog.tsx',
  'features/crm/courses/grade-grid.tsx': 'features/crm/courses/use-grades.ts',
  'features/crm/giving/desk/split-inputs.tsx': 'features/crm/giving/desk/gift-form.tsx',
  'features/crm/giving/gifts/donor-input.tsx': 'features/crm/giving/desk/gift-form.tsx',
  'features/crm/giving/gifts/gift-inputs.tsx': 'features/crm/giving/desk/gift-form.tsx',
  'features/crm/giving/letters/letter-text.tsx': 'features/crm/giving/letters/use-letter.ts',
}

/** Modules without text to lose. */
const nothingToLose: Readonly<Record<string, string>> = {
  'engine/files/files-part.tsx': 'chooses files',
  'engine/files/upload-list.tsx': 'a name, which the upload keeps',
  'engine/list/list-filters.tsx': 'filters; the address keeps them',
  'engine/list/list-search.tsx': 'a search; the address keeps it',
  'features/crm/accounts/preset-choice.tsx': 'a choice',
  'features/crm/campaigns/campaign-outcomes.tsx': 'a search',
  'features/crm/dashboard/holidays-dialog.tsx': 'a choice',
  'features/crm/giving/desk/paste-dialog.tsx': 'choices about rows that the clipboard has',
  'features/crm/mail/blocked-addresses.tsx': 'a search',
  'features/crm/people/consents/ask-dialog.tsx': 'choices',
  'features/crm/people/merge/merge-dialog.tsx': 'a search, and choices',
  'features/crm/people/merge/merge-preview.tsx': 'choices',
  'features/crm/people/merge/same-person.tsx': 'choices',
  'features/crm/people/person/person-picker.tsx': 'a search',
  'features/crm/programs/page/roster.tsx': 'a search',
  'features/crm/programs/clearances/person-input.tsx': 'a search',
  'features/crm/people/rights/erase-dialog.tsx': 'choices, and a word that confirms them',
  'features/crm/people/rights/rights-actions.tsx': 'a choice',
  'features/crm/safeguarding/leads.tsx': 'a choice',
  'features/portal/sign-in/reset-password-page.tsx': 'credentials, which nothing keeps',
  'features/portal/sign-in/second-factor/code-form.tsx': 'a code',
  'features/portal/sign-in/second-factor/factor-challenge.tsx': 'a code',
  'features/portal/sign-in/second-factor/factor-setup.tsx': 'a code',
  'features/portal/sign-in/sign-in-again.tsx': 'credentials, which nothing keeps',
  'features/portal/sign-in/sign-in-form.tsx': 'credentials, which nothing keeps',
  'features/site/components/gift-form.tsx': 'choices, and an amount',
  'features/site/components/status-link-form.tsx': 'an address that the browser offers',
  'features/site/forms/honeypot.tsx': 'what only a robot fills in',
  'features/submissions/notices/notice-choices.tsx': 'choices, saved at once',
}

const source = (path: string) => readFileSync(`src/${path}`, 'utf8')
const withControls = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(
    (path) => path.endsWith('.tsx') && !path.includes('.test.') && !path.startsWith('shared/'),
  )
  .filter((path) => hasControl.test(source(path)))

it('finds the forms', () => {
  expect(withControls).toContain('features/crm/giving/receipts/wording-page.tsx')
})

it('has a draft, or a question before it is lost, for the typed text of every module', () => {
  const loses = withControls.filter(
    (path) => !(path in nothingToLose) && !holds.test(source(heldBy[path] ?? path)),
  )
  expect(loses).toEqual([])
})

it('lists no module that holds its own text or has none', () => {
  const listed = [...Object.keys(heldBy), ...Object.keys(nothingToLose)]
  expect(listed.filter((path) => !withControls.includes(path) || holds.test(source(path)))).toEqual(
    [],
  )
})
