import { expect, open, mainPath } from './journey.ts'
import { rows } from './organiser.ts'
import { test } from './teacher.ts'

// The browser logs errors that the test causes on purpose.
test.use({ site: 'office', expected: /status of (500|409)/ })

test(
  'a visitor writes to the organisers, loses nothing when the server fails, and gets a reply by mail',
  mainPath,
  async ({ page, office, letterTo }) => {
    const contact = `visitor-${crypto.randomUUID().slice(0, 8)}@example.org`
    await open(page, '/Contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await summary.getByRole('link', { name: 'Enter your message' }).click()
    await expect(page.getByLabel('Your message')).toBeFocused()

    await page.getByLabel('Your name').fill('He Siqi')
    await page.getByLabel('Email or phone number').fill(contact)
    await page.getByLabel('Subject').fill('Teachers from abroad')
    await page.getByLabel('Your message').fill('May they enroll?\n<b>Thank you</b>')
    const failure = { error: 'server.failed', showType: 2, requestId: 'request-1' }
    const body = { code: 10_201, status: 500, message: 'Something went wrong', msg: '', data: failure }
    await page.route('**/api/messages', (route) => route.fulfill({ status: 500, json: body }), { times: 1 })
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Something went wrong')).toBeVisible()
    await expect(page.getByLabel('Your message')).toHaveValue('May they enroll?\n<b>Thank you</b>')
    await page.getByRole('button', { name: 'Send message' }).click()
    const done = page.getByText('Your message has been sent')
    await expect(done).toBeVisible()
    const reference = await page.locator('strong', { hasText: /^[A-Z2-9]{8}$/ }).innerText()

    await open(office, `/Admin/Message?search=${reference}`)
    await expect(rows(office)).toHaveCount(1)
    await rows(office).getByRole('link', { name: 'Teachers from abroad' }).click()
    await expect(office.getByText('<b>Thank you</b>')).toBeVisible()
    await office.getByLabel('Your answer').fill('Yes, they may.')
    await office.getByRole('button', { name: 'Send answer' }).click()
    await expect(office.getByText('Answer by admin')).toBeVisible()
    const letter = await letterTo(contact)
    expect(letter).toContain('Yes, they may.')
    expect(letter).toContain('> May they enroll?\n> <b>Thank you</b>')
  },
)

test('the slower of two organisers is warned of the conflict and keeps what they typed', async ({
  page,
  office,
  callAsOrganiser,
}) => {
  const contact = `slow-${crypto.randomUUID().slice(0, 8)}@example.org`
  await open(page, '/Contact')
  await page.getByLabel('Your name').fill('Ana')
  await page.getByLabel('Email or phone number').fill(contact)
  await page.getByLabel('Subject').fill('Travel')
  await page.getByLabel('Your message').fill('Who pays?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message has been sent')).toBeVisible()
  type Found = { list: [{ id: string }] }
  const found = await callAsOrganiser<Found>('get', `/api/messages?search=${contact}`)
  const { id } = found.list[0]
  await open(office, `/Admin/Message/${id}`)
  await office.getByLabel('Your answer').fill('The organizers do.')
  await callAsOrganiser('post', `/api/messages/${id}/answers`, { version: 1, text: 'Your school does.' })
  await office.getByRole('button', { name: 'Send answer' }).click()
  await expect(office.getByRole('alert')).toContainText('A colleague has dealt with this message')
  await expect(office.getByText('Your school does.')).toBeVisible()
  await expect(office.getByText('The organizers do.')).toBeVisible()
})

test('changed settings are visible to visitors at once', async ({ page, office, callAsOrganiser }) => {
  type Stored = Record<string, unknown> & { version: number }
  const { pictures: _pictures, ...before } = await callAsOrganiser<Stored>('get', '/api/settings/site')
  await open(page, '/')
  await expect(page.getByRole('contentinfo')).not.toContainText('Example Institute')
  await open(office, '/Admin/Setting')
  await office.getByLabel('Organizer (footer)').locator('visible=true').fill('Example Institute')
  await office.getByLabel('ICP registration number').fill('京ICP备12345678号')
  await office.getByRole('button', { name: 'Geek blue' }).click()
  await expect(office.getByLabel('Primary color')).toHaveValue('#2f54eb')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(office.getByText('Saved and in force')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('contentinfo')).toContainText('Example Institute', { timeout: 200 })
  }).toPass()
  const icp = page.getByRole('contentinfo').getByRole('link', { name: '京ICP备12345678号' })
  await expect(icp).toHaveAttribute('href', 'https://beian.miit.gov.cn/')
  await callAsOrganiser('put', '/api/settings/site', { ...before, version: before.version + 1 })
})
