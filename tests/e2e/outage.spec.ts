import { volunteer } from '../public-forms'
import { Line } from './cut-line'
import { expect } from './fixtures'
import { buttonOf, expectAnswers, expectToast, fill, open, sentBy, test } from './public-forms'

test('a form keeps its text while the backend is gone, and a second try arrives once', async ({
  page,
  baseURL,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to (load|fetch)/)
  const line = await Line.to(baseURL!)
  const form = { ...volunteer, path: line.url + volunteer.path }
  await open(page, form)
  await fill(page, form, email)
  await line.cut()
  await buttonOf(page, form).click()
  await expectToast(page, form.failure)
  await expectAnswers(page, form, { ...form.answers, Email: email })

  await line.mend()
  await buttonOf(page, form).click()
  await expectToast(page, form.success)
  expect(await sentBy(baseURL!, form, email)).toHaveLength(1)
  await line.cut()
})
