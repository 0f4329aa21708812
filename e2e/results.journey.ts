import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { createCall, enterAsOrganiser, signUp, test } from './teacher.ts'

type Call = Parameters<Parameters<typeof test>[2]>[0]['callAsOrganiser']

interface Announced {
  editions: { lists: { id: string; activity: { id: string; name: string } }[] }[]
}

/** The list that the demo has announced: last year's. Other journeys announce some of this year. */
const announcedList = async (call: Call) =>
  (await call<Announced>('get', '/api/public/results')).editions.at(-1)!.lists[0]!

test('a visitor finds an awarded work, filters the list, and shares what they see', mainPath, async ({ page }) => {
  await open(page, '/')
  await page.getByRole('link', { name: 'All award lists' }).click()
  await expect(page).toHaveURL(/\/Results$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Award lists')
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/Results\/[\w-]{36}$/)
  await expect(page.getByRole('heading', { name: /^First prize/ })).toBeVisible()
  const all = await page.getByRole('main').getByRole('table').count()
  expect(all).toBeGreaterThan(1)
  await page.getByRole('navigation', { name: 'Prizes' }).getByRole('link', { name: 'First prize' }).click()
  await expect(page).toHaveURL(/\?prize=first$/)
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Words' }).fill('zzzzqqqq')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('status').getByText('No work matches')).toBeVisible()
  await page.getByRole('link', { name: 'Clear the filter' }).click()
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(all)
  await expect(page.getByRole('heading', { name: 'What changed since the version before' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How to verify this list' })).toBeVisible()
  const sheet = await page.request.get((await page.getByRole('link', { name: /CSV/ }).getAttribute('href'))!)
  expect([sheet.status(), sheet.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(await findProblemsAgain(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFits(page, 320)
})

test('a visitor watches an awarded work', async ({ page }) => {
  await open(page, '/Works')
  const cover = page.getByRole('article').first().locator('img')
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/Works\/[\w-]{36}$/)
  await expect(page.getByRole('link', { name: 'See the award list' })).toBeVisible()
  expect(await findProblemsAgain(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFits(page, 320)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('lists can be read and filtered, and works opened', async ({ page }) => {
    await page.goto('/Results')
    await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click()
    await page.getByRole('searchbox', { name: 'Words' }).fill('zzzzqqqq')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page).toHaveURL(/search=zzzzqqqq/)
    await expect(page.getByText('No work matches')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Share' })).toBeHidden()
    await page.goto('/Works')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test.describe('in the office’s own database', () => {
  test.use({ site: 'office' })

  test('a new version is on public notice, with the time that is left', async ({
    page,
    playwright,
    baseURL,
    callAsOrganiser,
  }) => {
    const second = await playwright.request.newContext({ baseURL: baseURL! })
    await signUp(second, baseURL!, { access: 'admin', isKnown: true, about: { realName: 'Fang Zheng' } })
    const { activity } = await announcedList(callAsOrganiser)
    type Results = { lists: { id: string; state: string }[]; task: string | null }
    const read = () => callAsOrganiser<Results>('get', `/api/results/activities/${activity.id}`)
    const known = (await read()).lists.length
    await callAsOrganiser('post', `/api/results/activities/${activity.id}/lists`, {
      reason: 'A school was misspelt.',
    })
    await expect.poll(async () => (await read()).lists.length).toBeGreaterThan(known)
    const { id } = (await read()).lists[0]!
    for (const step of ['propose', 'confirm', 'publicise']) {
      const { version, leavesOut } = await callAsOrganiser<{ version: number; leavesOut: object | null }>(
        'get',
        `/api/results/lists/${id}`,
      )
      const call = step === 'confirm' ? createCall(second, baseURL!) : callAsOrganiser
      const seen = leavesOut && { acknowledged: leavesOut }
      await call('post', `/api/results/lists/${id}/steps`, { step, version, ...seen })
    }
    await second.dispose()
    await open(page, '/Results')
    await page.locator(`main a[href="/Results/Publicity/${id}"]`).click()
    await expect(page).toHaveURL(new RegExp(`/Results/Publicity/${id}$`))
    await expect(page.getByRole('timer')).toBeVisible()
    await expect(page.getByRole('link', { name: 'File an objection' })).toHaveAttribute('href', `/Objection?list=${id}`)
    await expect(page.getByText('A school was misspelt.')).toBeVisible()
    expect(await findProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFits(page, 320)
  })
})

test(
  'a team reads its result and what the experts say',
  mainPath,
  async ({ page, context, baseURL, callAsOrganiser }) => {
    const { id } = await announcedList(callAsOrganiser)
    type Rows = { list: { work: string; title: string }[] }
    const { list } = await callAsOrganiser<Rows>('get', `/api/results/lists/${id}/rows?prize=first`)
    // Organisers see what the team sees.
    await enterAsOrganiser(context.request, baseURL!)
    await open(page, `/account/Work/Result?id=${list[0]!.work}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(list[0]!.title)
    await expect(page.getByText('First prize', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
    expect(await findProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFits(page, 320)
  },
)
