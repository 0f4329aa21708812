import type { Timeline } from '@lectern/contract/competition/phases.ts'
import { findProblemsAgain } from './axe.ts'
import { expect, open, mainPath } from './journey.ts'
import { test } from './organiser.ts'
import { createCall } from './teacher.ts'

test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' }, expected: /status of 409/ })

const hour = 3_600_000

/** Formats a time as it is typed, in the edition's time zone. */
const typed = (moment: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(moment)

test(
  'an organiser shortens a phase by typing, after seeing who is affected; visitors see the new end',
  mainPath,
  async ({ page, context, baseURL }) => {
    const call = createCall(context.request, baseURL!)
    const inEnglish = { headers: { 'accept-language': 'en-US' } }
    const answer = await context.request.get('/api/phases', inEnglish)
    const { activities, list: phases } = ((await answer.json()) as { data: Timeline }).data
    // A phase that is over, because no other journey depends on it. It is reopened first.
    const over = phases.find(
      ({ kind, activityId, standing }) => kind === 'enrolment' && activityId && standing === 'past',
    )!
    const { id: activityId, name } = activities.find(({ id }) => id === over.activityId)!
    const now = Date.now()
    const closesAt = new Date(now + 240 * hour).toISOString()
    const { opensAt, graceMinutes } = over
    await call('put', `/api/phases/${over.id}`, { version: over.version, opensAt, closesAt, graceMinutes })

    await open(page, '/Admin/Phase')
    await expect(page.getByRole('region', { name })).toContainText(/Gap|Overlap/)
    await page.getByRole('button', { name: `Actions for “Enrollment, ${name}”` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Beijing time')
    await dialog.getByLabel('Ends').fill('next week')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('write the date and time like')
    await dialog.getByLabel('Ends').fill(typed(now + 30 * hour))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This makes “Enrollment” end earlier.')
    await expect(dialog.getByRole('alert')).toContainText(/draft/)

    // A colleague saves first: nothing is overwritten, and the typed value stays.
    const later = new Date(now + 200 * hour).toISOString()
    await call('put', `/api/phases/${over.id}`, { version: over.version + 1, opensAt, closesAt: later, graceMinutes })
    await dialog.getByRole('button', { name: 'Shorten anyway' }).click()
    await dialog.getByRole('button', { name: 'Load the latest' }).click()
    await expect(dialog).toContainText('Stored now')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Shorten anyway' }).click()
    await expect(dialog).toBeHidden()

    const bar = page.getByRole('button', { name: `Enrollment, ${name}:` })
    await expect(bar).toHaveAccessibleName(new RegExp(`${typed(now + 30 * hour).slice(-5)}\\)`))
    await bar.focus()
    await page.keyboard.press('Shift+ArrowRight')
    const shown = await page.getByRole('status').filter({ hasText: ' to ' }).innerText()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Ends')).toHaveValue(typed(now + 54 * hour))
    expect(shown).toContain(typed(now + 54 * hour).slice(-5))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(await findProblemsAgain(page, { within: 'main' })).toEqual([])

    await open(page, `/EnrollFor/${activityId}`)
    await expect(page.getByRole('main')).toContainText('Closing soon')
    await expect(page.getByRole('main')).toContainText(typed(now + 30 * hour).slice(-5))
    const { version } = (await call<Timeline>('get', '/api/phases')).list.find(({ id }) => id === over.id)!
    await call('put', `/api/phases/${over.id}`, { version, opensAt, closesAt: over.closesAt, graceMinutes })
  },
)

test('a round that would lie outside of its phase is named, and moves along', async ({ page, context, baseURL }) => {
  const call = createCall(context.request, baseURL!)
  const name = `Moved lessons ${crypto.randomUUID().slice(0, 4)}`
  const { id, edition } = await call<{ id: string; edition: string }>('post', '/api/journeys/contests', {
    name,
    works: [],
  })
  const content = { edition, name: { 'en-US': `Round of ${name}` }, activities: [id], previous: null }
  const round = await call<{ id: string; closesAt: string }>('post', '/api/rounds', content)

  await open(page, '/Admin/Phase')
  await page.getByRole('button', { name: `Actions for “Review, ${name}”` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  const end = new Date(Math.floor(Date.parse(round.closesAt) / hour) * hour - 48 * hour)
  await dialog.getByLabel('Ends').fill(typed(end.getTime()))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`Round “Round of ${name}”`)
  await expect(dialog.getByRole('radio', { name: 'Move rounds along with the phase' })).toBeChecked()
  expect(await findProblemsAgain(page, { within: '.ant-modal-wrap' })).toEqual([])
  await dialog.getByRole('button', { name: 'Shorten anyway' }).click()
  await expect(dialog).toBeHidden()
  const { closesAt } = await call<{ closesAt: string }>('get', `/api/rounds/${round.id}`)
  expect(closesAt).toBe(end.toISOString())
})
