import type { APIRequestContext } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, open } from './journey.ts'
import { createCall, enterAsOrganiser, plainActivity, signUp, test } from './teacher.ts'

test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' }, expected: /status of 422/ })

type Call = ReturnType<typeof createCall>

/** A published activity with one seat and no questions. */
const createActivity = async (call: Call): Promise<{ id: string; name: string }> => {
  const { edition } = await call<{ edition: { id: string } }>('get', '/api/activities')
  const code = `W${crypto.randomUUID().slice(0, 4).toUpperCase()}`
  const name = `Small stage ${code}`
  const { id } = await call<{ id: string }>('post', '/api/activities', {
    editionId: edition.id,
    code,
    name: { 'en-US': name, 'zh-CN': name },
    ...plainActivity,
    capacity: 1,
  })
  await call('put', `/api/activities/${id}/state`, { state: 'published', version: 1 })
  return { id, name }
}

/** A new captain with a team and a complete draft. */
const enter = async (request: APIRequestContext, origin: string, activityId: string, name: string) => {
  await signUp(request, origin, { isKnown: true })
  const call = createCall(request, origin)
  const team = await call<{ id: string }>('post', '/api/teams', { activityId, name, slogan: '' })
  const { id, version } = await call<{ id: string; version: number }>('post', '/api/enrolments', { teamId: team.id })
  return { call, id, version }
}

test('an organiser enables the waiting list and removes a team; the next one is offered the seat and takes it', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const origin = baseURL!
  await enterAsOrganiser(page.context().request, origin)
  const office = createCall(page.context().request, origin)
  const activity = await createActivity(office)
  const newRequest = () => playwright.request.newContext({ baseURL: origin })
  const [requestOfHolder, requestOfFirst] = [await newRequest(), await newRequest()]
  const elsewhere = await browser.newContext({ baseURL: origin, locale: 'en-US', reducedMotion: 'reduce' })

  const holder = await enter(requestOfHolder, origin, activity.id, 'Early Larks')
  const { version } = await holder.call<{ version: number }>('post', `/api/enrolments/${holder.id}/submission`, {
    version: holder.version,
  })

  await open(page, `/Admin/Activity/Edit?id=${activity.id}`)
  await page.getByRole('tab', { name: 'Team and places' }).click()
  await expect(page.getByText('Waiting list (0)')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Teams may wait for a place when the activity is full' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Nobody is waiting.')).toBeVisible()

  const first = await enter(requestOfFirst, origin, activity.id, 'Double Booking')
  const second = await enter(elsewhere.request, origin, activity.id, 'Patient Owls')
  for (const { call, id } of [first, second]) await call('put', `/api/enrolments/${id}/waiting`)

  await open(page, `/Admin/Activity/Edit?id=${activity.id}`)
  await page.getByRole('tab', { name: 'Team and places' }).click()
  const rows = page.getByRole('row').filter({ hasText: 'Waiting' }).filter({ hasNotText: 'Position' })
  await expect(rows).toHaveText([/^1Double Booking/, /^2Patient Owls/])
  await rows.first().getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Remove “Double Booking” from the waiting list?' })
  expect(await findProblems(page, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The same people have entered twice.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(rows).toHaveText([/^1Patient Owls/])
  const { list } = await first.call<{ list: { body: string }[] }>('get', '/api/notices')
  expect(list.filter(({ body }) => body.includes('The same people have entered twice.'))).toHaveLength(1)

  await holder.call('post', `/api/enrolments/${holder.id}/withdrawal`, { version })
  await office('post', '/api/journeys/offers')

  const captain = await elsewhere.newPage()
  await open(captain, `/EnrollFor/${activity.id}`)
  await expect(captain.getByText('It is the turn of “Patient Owls”: a place is held for it.')).toBeVisible()
  await captain.getByRole('link', { name: 'Check and submit' }).click()
  await expect(captain.getByText(/^A place is held for your team\. Submit before /)).toBeVisible()
  await expect(captain.getByText('Submit the enrollment below to take the place.')).toBeVisible()
  await captain.getByRole('button', { name: 'Submit enrollment' }).click()
  await expect(captain.getByText('Submitted', { exact: true }).first()).toBeVisible()
  await expect(captain.getByText('Waiting list', { exact: true })).toHaveCount(0)

  await open(page, `/Admin/Activity/Edit?id=${activity.id}`)
  await page.getByRole('tab', { name: 'Team and places' }).click()
  await expect(page.getByText('Nobody is waiting.')).toBeVisible()
  await expect(page.getByText('1 is taken.')).toBeVisible()

  const { version: latest } = await office<{ version: number }>('get', `/api/activities/${activity.id}/source`)
  await office('put', `/api/activities/${activity.id}/state`, { state: 'archived', version: latest })
  await Promise.all([requestOfHolder.dispose(), requestOfFirst.dispose(), elsewhere.close()])
})
