import { startPostbox } from '../server/testing/smtp.ts'
import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, expectFits, open, test, mainPath } from './journey.ts'
import { organiser } from './sites.ts'
import { enterAsOrganiser } from './teacher.ts'

test.use({ site: 'new', contextOptions: { reducedMotion: 'reduce' } })
// The demo can be removed only once, so a retry would find none.
test.describe.configure({ retries: 0 })

test('a new organiser turns the demo into a real site and opens one activity', mainPath, async ({ page, baseURL }) => {
  test.slow()
  await enterAsOrganiser(page.context().request, baseURL!)
  await open(page, '/Admin')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps).toContainText('0 of 12 done')
  await expect(steps.getByText(/^First: Create this year.s edition$/).first()).toBeVisible()

  await steps.getByRole('link', { name: 'Begin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turn the demo into your own site')
  await expect(page.getByText(/\d+ invented people/)).toBeVisible()
  expect(await findProblems(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expectFits(page, 320)
  await page.setViewportSize({ width: 1280, height: 800 })
  const begin = page.getByRole('button', { name: 'Delete and begin' })
  await expect(begin).toBeDisabled()
  const asked = await page.getByText(/^Type the title of the site: /).textContent()
  await page.getByLabel(/^Type the title of the site/).fill(asked!.replace(/^.*?: /, '').toLowerCase())
  await page.getByLabel('Your password').fill(organiser.password)
  await begin.click()

  await expect(steps).toContainText('1 of 12 done')
  await steps.getByRole('link', { name: 'Open settings' }).click()
  await page.getByRole('textbox', { name: 'Site title' }).fill('Jiangzhou Teaching Contest')
  await page.getByRole('checkbox', { name: 'This site needs no ICP registration' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  await page.getByRole('link', { name: 'Back to the first steps' }).click()
  await expect(steps).toContainText('2 of 12 done')
  await steps.getByRole('link', { name: 'Set up email' }).click()
  const postbox = await startPostbox({ credentials: { user: 'contest@example.org', password: 'grant-code' } })
  const mail = page.locator('#mail')
  await expect(mail).toContainText('Not set up')
  await mail.getByRole('combobox', { name: 'Email provider' }).click()
  await page.getByTitle('Outlook (Microsoft 365)').click()
  await expect(mail.getByRole('textbox', { name: 'SMTP server' })).toHaveValue('smtp.office365.com')
  await expect(mail.getByRole('radio', { name: /^STARTTLS/ })).toBeChecked()
  await mail.getByRole('textbox', { name: 'SMTP server' }).fill('127.0.0.1')
  await mail.getByRole('spinbutton', { name: 'Port' }).fill(String(postbox.port))
  await mail.getByRole('textbox', { name: 'Mailbox username' }).fill('contest@example.org')
  await mail.getByLabel('Mailbox password').fill('sign-in password')
  await expect(mail.getByRole('textbox', { name: 'Sender address' })).toHaveValue('contest@example.org')
  await mail.getByRole('button', { name: 'Send a test email' }).click()
  await expect(mail).toContainText('The sending server refused the username or password (535)')
  await mail.getByLabel('Mailbox password').fill('grant-code')
  await mail.getByRole('button', { name: 'Send a test email' }).click()
  await expect(mail).toContainText('The mail server took the test email to contest@example.org.')
  expect(postbox.mails.map(({ to }) => to)).toEqual(['contest@example.org'])
  expect(await findProblemsAgain(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expectFits(page, 320)
  await page.setViewportSize({ width: 1280, height: 800 })
  await mail.getByLabel('Your password').fill(organiser.password)
  await mail.getByRole('button', { name: 'Save mail server' }).click()
  await expect(mail).toContainText('A password is stored')
  await expect(mail.getByLabel('Mailbox password')).toHaveValue('')
  await postbox.close()

  await open(page, '/Admin')
  await expect(steps).toContainText('3 of 12 done')
  await steps.getByRole('link', { name: 'Create an edition' }).click()
  const edition = page.getByRole('dialog', { name: 'Add an edition' })
  await edition.getByRole('textbox', { name: 'Name of the edition' }).fill('First Jiangzhou Contest')
  await edition.getByRole('button', { name: 'Add an edition' }).click()
  await expect(page.getByText('First Jiangzhou Contest').first()).toBeVisible()

  await open(page, '/Admin')
  await steps.getByRole('link', { name: 'Add an activity' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill('KC')
  await page.getByRole('textbox', { name: 'Name' }).fill('Course Innovation')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Course Innovation')
  await preview.getByText('Simplified Chinese').click()
  await expect(
    preview.getByRole('heading', { name: '时间安排' }).or(preview.getByText('团队人数')).first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Version 1')).toBeVisible()

  await open(page, '/Admin')
  await expect(steps).toContainText('5 of 12 done')
  await steps.getByRole('link', { name: 'Set dates' }).click()
  await page.getByRole('button', { name: 'Add a phase' }).click()
  const phase = page.getByRole('dialog')
  await phase.getByLabel('Begins').fill('2020-01-01 09:00')
  await phase.getByLabel('Ends').fill('2099-12-31 17:00')
  await phase.getByRole('button', { name: 'Save' }).click()
  await expect(phase).toBeHidden()

  await open(page, '/Admin')
  await expect(steps).toContainText('6 of 12 done')
  await steps.getByRole('link', { name: 'Publish it' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Not written yet: Summary, About')
  await expect(question).toContainText('Not complete in: ')
  await question.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()

  await open(page, '/EnrollFor')
  await page.getByRole('link', { name: 'Course Innovation' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Course Innovation' })).toBeVisible()
  await expect(page.getByText('Enrollment open').or(page.getByText('Open')).first()).toBeVisible()

  // A round with criteria that only need to be read.
  await open(page, '/Admin/Review')
  await page.getByRole('button', { name: 'New review round' }).first().click()
  const round = page.getByRole('dialog', { name: 'New review round' })
  await round.getByRole('textbox', { name: 'Name' }).fill('First round')
  await expect(round.getByText('The four usual criteria')).toBeVisible()
  await round.getByRole('button', { name: 'New review round' }).click()
  await expect(page).toHaveURL(/\/Admin\/Review\/[\w-]+/)

  // The same next year: what to look at stands on top of its activities.
  await open(page, '/Admin/Activity?open=editions')
  await page.getByRole('button', { name: 'Add an edition' }).click()
  await edition.getByRole('textbox', { name: 'Name of the edition' }).fill('Second Jiangzhou Contest')
  await edition.getByRole('button', { name: 'Add an edition' }).click()
  const checks = page.getByRole('region', { name: 'Before this edition begins' })
  await expect(checks.getByRole('listitem').filter({ hasText: 'To do' })).toHaveText([
    /1 activity is still a draft.*Course Innovation/,
    /1 review round has no time/,
    /1 activity has no prize rules/,
    /Not the current edition yet/,
  ])
  await checks.getByRole('listitem').filter({ hasText: 'review round' }).getByRole('link').click()
  await expect(page.getByRole('link', { name: 'First round' })).toBeVisible()
})
