import type { APIRequestContext, Page } from '@playwright/test'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import { findProblems } from './axe.ts'
import { expect, open, mainPath } from './journey.ts'
import { rows } from './organiser.ts'
import { createCall, enterAsOrganiser, plainActivity, signUp, test } from './teacher.ts'

test.use({ site: 'office', locale: 'en-US', contextOptions: { reducedMotion: 'reduce' } })

type Call = ReturnType<typeof createCall>

interface Stored {
  id: string
  version: number
}

const newCode = (): string => `W${crypto.randomUUID().slice(0, 4).toUpperCase()}`

const editionOf = async (call: Call): Promise<string> => {
  const { editions, edition } = await call<{ edition: string; editions: { id: string }[] }>(
    'get',
    '/api/enrolments/choices',
  )
  return edition ?? editions[0]!.id
}

test('an organiser defines what teams hand in, and visitors read it', async ({ page, baseURL, callAsOrganiser }) => {
  await enterAsOrganiser(page.context().request, baseURL!)
  const { id, version } = await callAsOrganiser<Stored>('post', '/api/activities', {
    ...plainActivity,
    name: { 'en-US': 'Digital lesson' },
    code: newCode(),
    editionId: await editionOf(callAsOrganiser),
  })
  await callAsOrganiser('put', `/api/activities/${id}/state`, { state: 'published', version })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/Admin/Activity/Edit?id=${id}`)
  await page.getByRole('tab', { name: 'Work' }).click()
  await page.getByRole('button', { name: 'Start with video, lesson plan and slides' }).click()
  await page.getByRole('button', { name: /Add the usual three/ }).click()
  await expect(page.getByRole('list', { name: 'Declarations' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Edit “Lesson video”' }).click()
  await page.getByRole('button', { name: '1080p' }).click()
  const longest = page.getByRole('textbox', { name: 'Longest length' })
  await longest.fill('five')
  await page.getByRole('button', { name: 'Close “Lesson video”' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The problem opens the part that it is in, and leads to its field.
  await page
    .getByRole('alert')
    .getByRole('link', { name: /8:00, or just the minutes/ })
    .click()
  await expect(longest).toBeFocused()
  await longest.fill('20')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(longest).toHaveValue('20:00')
  expect(await findProblems(page, { within: 'ol[aria-label="Parts of the work"]' })).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await open(page, `/EnrollFor/${id}`)
  await expect(page.getByRole('region', { name: 'What to hand in' }).getByRole('listitem')).toContainText([
    'Video · MP4, MOV · 8–20 min · at least 1920 × 1080 · H.264 · at most 1000 MB',
    'Document · PDF · at most 30 pages · at most 50 MB',
    'Slides · PDF, PPTX · at most 200 MB',
  ])
})

/** A team that has submitted a work; returns the number of its enrolment. */
const submitWork = async (asOrganiser: Call, asCaptain: Call, activityId: string, title: string): Promise<string> => {
  const team = await asCaptain<Stored>('post', '/api/teams', { activityId, name: 'Chalk and board', slogan: '' })
  const draft = await asCaptain<Stored>('post', '/api/enrolments', { teamId: team.id })
  const sent = await asCaptain<Stored & { number: string }>('post', `/api/enrolments/${draft.id}/submission`, {
    version: draft.version,
  })
  await asOrganiser('post', '/api/enrolments/decisions', {
    enrolments: [{ id: sent.id, version: sent.version }],
    decision: 'approved',
  })
  const work = await asCaptain<Stored & { names: { uid: string; name: string }[] }>('post', '/api/works', {
    enrolmentId: sent.id,
  })
  const { version } = await asCaptain<Stored>('put', `/api/works/${work.id}`, {
    version: work.version,
    title,
    summary: 'A lesson',
    values: { idea: 'See it, then calculate it.' },
    names: work.names.map(({ uid, name }) => ({ uid, name })),
    agreed: [],
  })
  await asCaptain('post', `/api/works/${work.id}/submission`, { version, files: [] })
  return sent.number
}

const chooseState = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByTitle(name, { exact: true }).click()
  await page.keyboard.press('Escape')
}

interface Handing {
  asOrganiser: Call
  playwright: { request: { newContext: (options: { baseURL: string }) => Promise<APIRequestContext> } }
  baseURL: string
}

/** An activity that asks for a text, with a submitted work for each title. */
const createWorks = async ({ asOrganiser, playwright, baseURL }: Handing, titles: readonly string[]) => {
  const editionId = await editionOf(asOrganiser)
  const part = { id: 'idea', label: { 'en-US': 'Idea' }, help: {}, kind: 'text', required: true }
  const { id, version } = await asOrganiser<Stored>('post', '/api/activities', {
    ...plainActivity,
    name: { 'en-US': 'Ideas for lessons' },
    code: newCode(),
    editionId,
    workRules: { ...usualRules, parts: [part] },
  })
  await asOrganiser('put', `/api/activities/${id}/state`, { state: 'published', version })
  const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString()
  for (const kind of ['enrolment', 'submission'])
    await asOrganiser('post', '/api/phases', {
      editionId,
      activityId: id,
      kind,
      opensAt: days(-2),
      closesAt: days(2),
      graceMinutes: 0,
    })
  const numbers: string[] = []
  for (const title of titles) {
    const request = await playwright.request.newContext({ baseURL })
    await signUp(request, baseURL, { isKnown: true, about: { realName: 'Wang Fang' } })
    numbers.push(await submitWork(asOrganiser, createCall(request, baseURL), id, title))
    await request.dispose()
  }
  return { id, numbers }
}

test(
  'an organiser filters works, returns one with a reason, takes that back, and accepts two',
  mainPath,
  async ({ page, baseURL, playwright, callAsOrganiser }) => {
    const { id, numbers } = await createWorks({ asOrganiser: callAsOrganiser, playwright, baseURL: baseURL! }, [
      'Fractions',
      'Circuits',
      'Poems',
    ])
    await enterAsOrganiser(page.context().request, baseURL!)
    await open(page, `/Admin/Work?activity=${id}&sort=number`)
    await expect(rows(page)).toHaveCount(3)
    await chooseState(page, 'Awaiting check')
    await expect(page).toHaveURL(/state=submitted/)
    await page.getByRole('searchbox', { name: 'Search works' }).fill('Circuits')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await rows(page).getByRole('link', { name: numbers[1]! }).click()
    await expect(page.getByRole('heading', { level: 1, name: numbers[1]! })).toBeVisible()
    await expect(page.getByText('See it, then calculate it.')).toBeVisible()
    expect(await findProblems(page, { within: 'main' })).toEqual([])

    await page.getByRole('button', { name: 'Return', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Return' }).click()
    await expect(dialog.getByText('Enter a reason')).toBeVisible()
    await dialog.getByLabel('Reason (visible to the team)').fill('Please say more.')
    await dialog.getByRole('button', { name: 'Return' }).click()
    const outcome = page.getByRole('status').filter({ hasText: '1 work returned' })
    await expect(outcome).toContainText('Can be taken back until')
    await expect(page.getByRole('listitem').filter({ hasText: 'Please say more.' })).toBeVisible()
    await outcome.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByRole('status').filter({ hasText: '1 decision taken back' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()

    await page.getByRole('link', { name: 'All works' }).click()
    await expect(page).toHaveURL(/search=Circuits/)
    await open(page, `/Admin/Work?activity=${id}&sort=number`)
    for (const number of numbers.slice(0, 2)) await page.getByRole('checkbox', { name: `Select ${number}` }).check()
    await page.getByRole('group', { name: 'Formal check' }).getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('status').filter({ hasText: '2 works accepted' })).toBeVisible()
    await expect(rows(page).filter({ hasText: 'Accepted' })).toHaveCount(2)
    await expect(rows(page).filter({ hasText: numbers[2]! })).toContainText('Awaiting check')
  },
)

test('an organiser checks works one after another with the keyboard, and blanks a name for experts', async ({
  page,
  baseURL,
  playwright,
  callAsOrganiser,
}) => {
  const { id, numbers } = await createWorks({ asOrganiser: callAsOrganiser, playwright, baseURL: baseURL! }, [
    'Fractions',
    'Circuits of Wang Fang',
    'Poems',
  ])
  const heading = (number: string) => page.getByRole('heading', { level: 1, name: number })
  const queue = page.getByRole('region', { name: 'Formal check' })
  await enterAsOrganiser(page.context().request, baseURL!)

  // A phone shows what is to be looked at, without columns.
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/Admin/Work?activity=${id}&sort=number`)
  const card = page.getByRole('listitem').filter({ hasText: numbers[1]! })
  await expect(card).toContainText('Awaiting check')
  await expect(card).toContainText('1 identity hint')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findProblems(page, { within: 'main' })).toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(rows(page).filter({ hasText: 'Circuits' }).getByText('1 identity hint')).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Check waiting works (3)' }).click()
  await expect(heading(numbers[0]!)).toBeVisible()
  await expect(queue).toContainText('1 of 3 waiting')
  await page.keyboard.press('a')
  await expect(heading(numbers[1]!)).toBeVisible()
  await expect(queue).toContainText('1 of 2 waiting')
  await expect(page.getByRole('status').filter({ hasText: '1 work accepted' })).toContainText(
    `${numbers[0]} · Fractions`,
  )

  // Experts read a bar in place of the name, and the hint is gone.
  await page.getByRole('button', { name: 'Blank it in the texts' }).click()
  await expect(page.getByRole('button', { name: 'Blank it in the texts' })).toHaveCount(0)
  await page.getByRole('switch', { name: 'As experts see it' }).click()
  await expect(page.getByRole('heading', { name: 'Circuits of █████████' })).toBeVisible()
  expect(await findProblems(page, { within: 'main' })).toEqual([])

  await page.keyboard.press('n')
  await expect(heading(numbers[2]!)).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason (visible to the team)').fill('and a few more words')
  await dialog.getByRole('button', { name: 'Return' }).click()
  // After the last one comes the one that was passed over.
  await expect(heading(numbers[1]!)).toBeVisible()
  await expect(queue).toContainText('1 of 1 waiting')
  await page.keyboard.press('a')
  await expect(queue).toContainText('No work is waiting')
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(queue).toContainText('1 of 1 waiting')
})
