import type { Locator } from '@playwright/test'
import { expect, signIn } from './fixtures'
import {
  buttonOf,
  expectToast,
  fill,
  formOf,
  open,
  partnership,
  program,
  test,
} from './public-forms'

test('nothing that was typed runs as markup on the review screen', async ({
  page: visitor,
  newVisitor,
  email,
}) => {
  const nasty = [
    '<script>document.title = "taken"</script>',
    '<img src=x onerror="document.title = \'taken\'">',
    '"><svg onload=document.title="taken">',
    'javascript:document.title="taken"',
    '{{constructor.constructor("document.title=1")()}}',
    `${'\u202e'}right to left${'\u202c'} مرحبا שלום 👩‍👩‍👧`,
    `${'x'.repeat(4_000)}`,
  ]
  await open(visitor, partnership)
  await fill(visitor, partnership, email)
  const texts = {
    'Organization name': nasty[0]!,
    'Contact person': nasty[1]!,
    'Title/Position': nasty[2]!,
    Website: nasty[3]!,
    Description: nasty.slice(0, 3).join('\n'),
    Goals: nasty[4]!,
    Resources: nasty[5]!,
    'Previous partnerships': nasty[6]!,
  }
  for (const [label, text] of Object.entries(texts)) {
    await formOf(visitor, partnership).getByLabel(label).fill(text)
  }
  await buttonOf(visitor, partnership).click()
  await expectToast(visitor, partnership.success)

  const admin = await newVisitor()
  await admin.setViewportSize({ width: 360, height: 800 })
  await signIn(admin, 'admin')
  await admin.goto('/form-submissions?tab=partnerships')
  const card = admin
    .getByRole('listitem')
    .filter({ hasText: email, has: admin.getByLabel('Status of') })
  for (const text of Object.values(texts)) {
    expect(await card.textContent()).toContain(text)
  }
  await expect(card.locator('script, img, svg[onload]')).toHaveCount(0)
  await expect(card.getByRole('link')).toHaveCount(2)
  await expect(admin).toHaveTitle('Form Submissions')
  const overflow = await admin.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
})

test('every answer of an application can be read on its card, a child’s marked as sensitive', async ({
  page: visitor,
  newVisitor,
  email,
}) => {
  for (const form of [program, partnership]) {
    await open(visitor, form)
    await fill(visitor, form, email)
    await buttonOf(visitor, form).click()
    await expectToast(visitor, form.success)
  }
  const admin = await newVisitor()
  await signIn(admin, 'admin')
  const answer = (card: Locator, term: string) =>
    card.locator('dl > div').filter({ has: admin.getByRole('term').filter({ hasText: term }) })

  await admin.goto('/form-submissions?tab=programs')
  const application = admin
    .getByRole('listitem')
    .filter({ hasText: email, has: admin.getByLabel('Status of') })
  await expect(application.getByRole('heading', { name: 'Martha Gbowee' })).toBeVisible()
  for (const [term, text] of Object.entries({
    'Program of interest': 'Early Childhood Education',
    Relationship: 'Other relative',
    "Child's name": 'Grace 🌱 Gbowee',
    "Child's age": '4',
    Goals: 'That she learns to read <b>with joy</b>',
    'Previous experience': 'None, "yet"',
    'Special needs': 'Asthma; تستخدم جهاز استنشاق',
  })) {
    await expect(answer(application, term).getByRole('definition')).toHaveText(text)
  }
  for (const term of ["Child's name", "Child's age", 'Special needs']) {
    await expect(answer(application, term).getByText('Sensitive')).toBeVisible()
  }
  await expect(application.getByText('Sensitive')).toHaveCount(3)
  await expect(application.getByRole('link', { name: '+231 77 555 0501' })).toBeVisible()

  await admin.getByRole('tab', { name: 'Partnerships' }).click()
  const proposal = admin
    .getByRole('listitem')
    .filter({ hasText: email, has: admin.getByLabel('Status of') })
  await expect(proposal).toContainText('Ellen Marsh, Owner')
  for (const [term, text] of Object.entries({
    Website: 'https://harborpine.example/?a=1&b=2',
    'Organization type': 'Non-profit',
    'Organization size': '1000+ people',
    'Partnership interest': 'NGO',
    Description: 'A shelf for children',
    Goals: 'More readers',
    Resources: 'Books; a van',
    Timeline: 'By spring',
    Budget: '$5,000 – $10,000',
    'Previous partnerships': "St. Mary's",
  })) {
    await expect(answer(proposal, term).getByRole('definition')).toHaveText(text)
  }
  await proposal.getByLabel('Status of').selectOption('in_progress')
  await expectToast(admin, {
    title: 'Status Updated',
    description: 'The partnership proposal status has been updated successfully',
  })
  await expect(proposal.getByText('In progress').first()).toBeVisible()
})
