import type { Page } from '@playwright/test'
import { expect, open, mainPath } from './journey.ts'
import { createCall, signUp, test } from './teacher.ts'

// The browser logs the responses for a conflict between two tabs and for a lost session as errors.
test.use({
  site: 'office',
  viewport: { width: 390, height: 844 },
  expected: /status of 40[19]|ERR_INTERNET_DISCONNECTED/,
})

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label })
const problemSummary = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved at \d\d:\d\d$/ })

test(
  'a teacher fills in, checks and submits; a second tab overwrites nothing; the receipt shows what was submitted',
  mainPath,
  async ({ page, context, baseURL, letterTo }) => {
    const teacher = await signUp(context.request, baseURL!, { isKnown: true })
    const call = createCall(context.request, baseURL!)
    const { list: activities } = await call<{ list: { id: string; code: string }[] }>('get', '/api/activities')
    const { id: activityId } = activities.find(({ code }) => code === 'KC')!
    await call('post', '/api/teams', { activityId, name: 'Chalk and Cloud', slogan: '' })

    await open(page, `/EnrollFor/${activityId}`)
    await page.getByRole('link', { name: 'Fill in the form' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enrollment form')
    await expect(page.getByText('Jiangzhou No. 1 School')).toBeVisible()

    // All missing answers are listed at the top, with links to their fields.
    await page.getByRole('button', { name: 'Save and check' }).click()
    await expect(problemSummary(page).getByRole('link').first()).toHaveText(
      'Title of the course or unit: This is required',
    )
    await problemSummary(page).getByRole('link').first().click()
    await expect(field(page, 'Title of the course or unit')).toBeFocused()

    await expect(problemSummary(page).getByRole('link').last()).toHaveText(/^.{1,40}…: Please check this box$/)

    // Fixed problems disappear, and the focus stays.
    await field(page, 'Total class hours').fill('many')
    await expect(problemSummary(page)).toContainText('Total class hours: This must be a number')
    await field(page, 'Total class hours').fill('12')
    await field(page, 'Title of the course or unit').fill('Light and shadow')
    await expect(saved(page)).toBeVisible()
    await expect(problemSummary(page)).not.toContainText(/Title of the course|Total class hours/)
    await expect(field(page, 'Title of the course or unit')).not.toHaveAttribute('aria-invalid')
    await expect(field(page, 'Title of the course or unit')).toBeFocused()

    const second = await context.newPage()
    await open(second, page.url())
    await expect(field(second, 'Title of the course or unit')).toHaveValue('Light and shadow')
    await field(page, 'Title of the course or unit').fill('Light, shadow and colour')
    await expect(saved(page)).toBeVisible()
    await field(second, 'Title of the course or unit').fill('Shadows')
    const conflict = second.getByRole('group', { name: 'Title of the course or unit' })
    await expect(conflict).toContainText('Light, shadow and colour')
    await conflict.getByRole('button', { name: 'Use the other one' }).click()
    await expect(field(second, 'Title of the course or unit')).toHaveValue('Light, shadow and colour')
    await second.close()

    // Without a network, answers stay in the browser, also through a reload.
    // Only requests that save are blocked: without any network the page could not be reloaded.
    const writing = '**/api/enrolments/*/answers'
    await page.route(writing, (route) => route.abort('internetdisconnected'))
    await field(page, 'Subject or field').fill('Physics')
    await expect(page.getByRole('status').filter({ hasText: 'kept on this device' })).toBeVisible()
    // Leaving the page sends the answers once more, and Playwright does not block requests of a page that is being left.
    await page.evaluate(() => {
      window.fetch = () => Promise.reject(new TypeError('no network'))
    })
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(field(page, 'Subject or field')).toHaveValue('Physics')
    await expect(page.getByRole('status').filter({ hasText: 'kept on this device' })).toBeVisible()
    await page.unroute(writing)
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(saved(page)).toBeVisible()
    await page.reload()
    await expect(field(page, 'Subject or field')).toHaveValue('Physics')

    // A session that has ended is renewed in a dialog over the form.
    await context.clearCookies()
    await field(page, 'Subject or field').fill('Optics')
    const renewal = page.getByRole('dialog', { name: 'Please sign in again' })
    await renewal.getByLabel('Password', { exact: true }).fill(teacher.password)
    await renewal.getByRole('button', { name: 'Sign in' }).click()
    await expect(saved(page)).toBeVisible()
    await expect(field(page, 'Subject or field')).toHaveValue('Optics')

    await page.getByRole('radio', { name: 'University' }).check()
    await field(page, 'Abstract').fill('How light is taught.')
    await field(page, 'Phone number for this enrollment').fill('13900000000')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Save and check' }).click()

    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
    await page.getByRole('button', { name: 'Change Total class hours' }).click()
    await expect(field(page, 'Total class hours')).toBeFocused()
    await field(page, 'Total class hours').fill('16')
    await page.getByRole('button', { name: 'Save and check' }).click()
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
    await page.getByRole('button', { name: 'Submit enrollment' }).dblclick()

    await expect(page.getByText('We have received your enrollment.')).toBeVisible()
    // What happens next: who decides, where the team is notified, until when it can be changed, and the next phases.
    const next = page.getByRole('region', { name: 'What happens next' }).getByRole('listitem')
    await expect(next).toHaveText([
      /^The organizers review your enrollment/,
      /^Everyone on the team hears the decision/,
      /^Until .+ the captain can still change/,
      /^Submission of works: .+ to .+/,
      /^Review by experts: /,
      /^Public notice: /,
      /^Results: /,
    ])
    const number = await page.getByText(/^\d{4}-KC-\d{4}$/).innerText()
    await expect(page.getByRole('main')).toContainText('Light, shadow and colour')
    await expect(page.getByRole('main')).toContainText('Beijing time')

    // The printed page has what was submitted, and no buttons.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const text of [number, 'Chalk and Cloud', 'Jiangzhou No. 1 School', 'Light, shadow and colour', 'Optics'])
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()

    const letter = await letterTo(teacher.email)
    expect([letter.includes(number), letter.includes('Light, shadow and colour')]).toEqual([true, true])

    // It can be changed until the deadline. The submitted version stays valid until the changes are submitted.
    await page.getByRole('button', { name: 'Change the enrollment' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('main')).toContainText(/Version 1, submitted .* stands until you submit the changes/)
    await expect(page.getByRole('link', { name: 'Change the team' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Save and check' }).click()
    await expect(page.getByText('Nothing differs from what stands.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit the changes' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Change Title of the course or unit' }).click()
    await field(page, 'Title of the course or unit').fill('Light and colour')
    await expect(saved(page)).toBeVisible()

    const other = await context.newPage()
    await open(other, `/EnrollFor/${activityId}`)
    await other.getByRole('link', { name: 'Continue the changes' }).click()
    await expect(field(other, 'Title of the course or unit')).toHaveValue('Light and colour')
    await other.close()

    await page.getByRole('button', { name: 'Save and check' }).click()
    await expect(page.getByText('Changed compared with what stands: Title of the course or unit')).toBeVisible()
    await page.getByRole('button', { name: 'Submit the changes' }).dblclick()
    await expect(page.getByText('We have received your enrollment.')).toBeVisible()
    await expect(page.getByText(number, { exact: true })).toBeVisible()
    await expect(page.getByText('Changes submitted (version 2)')).toHaveCount(1)

    await page.getByRole('button', { name: 'Change the enrollment' }).click()
    await field(page, 'Title of the course or unit').fill('Nothing of it')
    await expect(saved(page)).toBeVisible()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the changes' }).click()
    await expect(page.getByRole('button', { name: 'Change the enrollment' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Light and colour')
    await expect(page.getByRole('main')).not.toContainText('Nothing of it')

    await open(page, `/EnrollFor/${activityId}`)
    await expect(page.getByRole('link', { name: 'See the receipt' })).toBeVisible()
    // After submission no deadline is shown, and the reason why the team cannot be changed is shown once.
    await expect(page.getByRole('main').getByText(/^Enrollment closes/)).toHaveCount(0)
    await open(page, '/account/Team/basic')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chalk and Cloud')
    const lines = await page.getByRole('main').getByRole('paragraph').allInnerTexts()
    expect(lines.filter((line, position) => line !== '' && lines.indexOf(line) !== position)).toEqual([])
  },
)

test('the completed form can be printed for the school, with people, answers and room for the seal', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context.request, baseURL!, { isKnown: true })
  const call = createCall(context.request, baseURL!)
  const { list: activities } = await call<{ list: { id: string; code: string }[] }>('get', '/api/activities')
  const { id: activityId } = activities.find(({ code }) => code === 'KC')!
  const team = await call<{ id: string }>('post', '/api/teams', { activityId, name: 'Seal and Ink', slogan: '' })
  const { id } = await call<{ id: string }>('post', '/api/enrolments', { teamId: team.id })
  await open(page, `/EnrollFor/${activityId}/Print?enrolment=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enrollment form')
  await expect(page.getByRole('row', { name: /He Lan Captain Jiangzhou No\. 1 School/ })).toBeVisible()
  await expect(page.getByText('(official seal)')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByText('Signature of the captain:')).toBeVisible()
})

test('a reader can ask for a reminder about an activity that is not open yet, after signing in', async ({
  page,
  context,
  baseURL,
}) => {
  const call = createCall(context.request, baseURL!)
  const { list } = await call<{ list: { id: string; standing: string }[] }>('get', '/api/activities')
  const { id } = list.find(({ standing }) => standing === 'upcoming')!
  await open(page, `/EnrollFor/${id}`)
  await page.getByRole('link', { name: 'Remind me' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/Login\\?redirect=%2FEnrollFor%2F${id}$`, 'i'))
  await signUp(context.request, baseURL!, { isKnown: true })
  await open(page, `/EnrollFor/${id}`)
  await page.getByRole('button', { name: 'Remind me', exact: true }).click()
  await expect(page.getByText('We will tell you here and by mail when enrollment opens.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Do not remind me' }).click()
  await expect(page.getByRole('button', { name: 'Remind me', exact: true })).toBeVisible()
})

test('a team joins the waiting list of a full activity, sees its position, and leaves it again', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(context.request, baseURL!, { isKnown: true })
  const call = createCall(context.request, baseURL!)
  const { list: activities } = await call<{ list: { id: string; standing: string }[] }>('get', '/api/activities')
  const { id: activityId } = activities.find(({ standing }) => standing === 'full')!
  const team = await call<{ id: string }>('post', '/api/teams', { activityId, name: 'Patient Owls', slogan: '' })
  const { id, version } = await call<{ id: string; version: number }>('post', '/api/enrolments', { teamId: team.id })
  const answers = {
    'work-title': 'A lesson',
    subject: 'Nursing',
    stage: 'vocational-higher',
    'partner-school': 'Hill School',
    abstract: 'Students ask a virtual patient and compare what they missed.',
    'contact-phone': '13900000000',
    originality: true,
  }
  await call('put', `/api/enrolments/${id}/answers`, { version, answers })
  await open(page, `/EnrollFor/${activityId}`)
  await page.getByRole('link', { name: 'Check and join the waiting list' }).click()
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByText(/^Position on the waiting list: \d+$/)).toBeVisible()
  await open(page, `/account/Team/basic?id=${team.id}`)
  await expect(page.getByText(/^Position on the waiting list: \d+$/)).toBeVisible()
  await open(page, '/Welcome')
  await expect(page.getByText(/“Patient Owls” is number \d+ on the waiting list/)).toBeVisible()
  await open(page, `/EnrollFor/${activityId}/Form?enrolment=${id}#check`)
  await page.getByRole('button', { name: 'Leave the waiting list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the waiting list' }).click()
  await expect(page.getByRole('button', { name: 'Join the waiting list' })).toBeVisible()
})
