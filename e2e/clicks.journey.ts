import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { findProblems } from './axe.ts'
import { ClickCount } from './click-count.ts'
import { expect, open, ready, test } from './journey.ts'
import { rows } from './organiser.ts'
import { createCall, signUp } from './teacher.ts'

test.use({ site: 'bare', viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })
// The second journey copies the contest of the first one, and a site is empty only once.
test.describe.configure({ mode: 'serial', retries: 0 })

type Call = ReturnType<typeof createCall>

interface Expert {
  uid: string
  context: BrowserContext
  call: Call
}

const enter = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL, locale: 'en-US', reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })

const enterAsExpert = async (browser: Browser, origin: string, at: number): Promise<Expert> => {
  const context = await enter(browser, origin)
  const about = { realName: `Expert ${at}`, school: `University ${at}` }
  const { uid } = await signUp(context.request, origin, { access: 'expert', isKnown: true, about })
  return { uid, context, call: createCall(context.request, origin) }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name, exact: true })
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()

const day = 86_400_000

/** Days from now until each phase begins and ends. */
const plan = {
  Enrollment: [-1, 10],
  'Submission of works': [10, 20],
  Review: [20, 30],
  'Public notice': [30, 38],
  Results: [38, 60],
} as const

/** As it is typed, in the time zone of the edition. */
const momentIn = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(
    Date.now() + days * day,
  )

const typeTimes = async (fields: Locator, [begin, end]: readonly [number, number]): Promise<void> => {
  await fields.getByLabel('Begins').fill(momentIn(begin))
  await fields.getByLabel('Ends').fill(momentIn(end))
}

const expectAtMost = async (count: ClickCount, most: { clicks: number; fields: number }): Promise<void> => {
  await test.info().attach('clicks', { body: count.table })
  const { clicks, fields } = count.totals
  expect(clicks, count.table).toBeLessThanOrEqual(most.clicks)
  expect(fields, count.table).toBeLessThanOrEqual(most.fields)
}

/** Teams have enrolled and handed in, and their works were accepted. */
const handIn = async (browser: Browser, origin: string, activity: string): Promise<void> => {
  const works = []
  for (const title of [
    'Rivers',
    'Bridges',
    'Clouds',
    'Seeds',
    'Stones',
    'Winds',
    'Stars',
    'Roots',
    'Shells',
    'Tides',
  ]) {
    const context = await enter(browser, origin)
    const about = { realName: `Teacher of ${title}`, school: `${title} School` }
    const { uid } = await signUp(context.request, origin, { isKnown: true, about })
    works.push({ captain: uid, title, realName: about.realName })
    await context.close()
  }
  const context = await enter(browser, origin)
  await createCall(context.request, origin)('post', '/api/journeys/works', { activity, works })
  await context.close()
}

/** An expert accepts the invitation and signs the pledge; returns the code of the round. */
const accept = async ({ call }: Expert): Promise<string> => {
  const { code } = (await call<{ list: { code: string }[] }>('get', '/api/review')).list[0]!
  await call('post', `/api/review/rounds/${code}/answer`, { accept: true })
  const { version } = await call<{ version: number }>('get', `/api/review/rounds/${code}/pledge`)
  await call('post', `/api/review/rounds/${code}/pledge`, { version })
  return code
}

/** Judges every work; each is worse than the one before, in the order of titles that all experts see. */
const judge = async ({ call }: Expert, round: string): Promise<void> => {
  type Works = { works: { code: string; title: string }[] }
  const { works } = await call<Works>('get', `/api/review/rounds/${round}`)
  const ordered = works.toSorted((one, other) => (one.title < other.title ? -1 : 1))
  for (const [at, { code }] of ordered.entries()) {
    const scores = { design: 2_800 - at * 100, technology: 2_500, effect: 1_600, innovation: 1_500 }
    const written = { scores, comment: 'Clear aims.', remark: '', notes: [], places: {}, seconds: 300, version: 0 }
    const { version } = await call<{ version: number }>('put', `/api/review/works/${code}/sheet`, written)
    await call('post', `/api/review/works/${code}/submission`, { version })
  }
}

test('a contest is set up and run, from an empty site to certificates, in few clicks', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const origin = baseURL!
  const count = new ClickCount()
  await count.join(page.context())
  await signUp(page.context().request, origin, { access: 'admin', isKnown: true, about: { realName: 'Lin Yue' } })
  const second = await enter(browser, origin)
  await count.join(second)
  await signUp(second.request, origin, { access: 'admin', isKnown: true, about: { realName: 'Fang Zheng' } })
  const experts = await Promise.all([1, 2, 3, 4, 5].map((at) => enterAsExpert(browser, origin, at)))
  const call = createCall(page.context().request, origin)
  await open(page, '/Admin')
  const steps = page.getByRole('region', { name: 'First steps' })

  count.begin('edition')
  await steps.getByRole('link', { name: 'Create an edition' }).click()
  const year = new Date().getFullYear()
  await page.getByRole('textbox', { name: 'Name of the edition' }).fill(`Teaching Contest ${year}`)
  await confirm(page, 'Add an edition')

  count.begin('activity')
  await button(page, 'Add an activity').click()
  await page.getByRole('textbox', { name: 'Code' }).fill('KC')
  await page.getByRole('textbox', { name: 'Name' }).fill('Course Innovation')
  await tab(page, 'Enrollment form').click()
  await button(page, 'Add a question').click()
  await page.getByRole('textbox', { name: 'Question' }).fill('Which grade is it for?')
  await tab(page, 'Work').click()
  await button(page, 'Start with video, lesson plan and slides').click()
  await button(page, 'Save').click()
  await expect(page.getByText('Version 1').first()).toBeVisible()
  const activity = new URL(page.url()).searchParams.get('id')!

  count.begin('phases')
  await link(page, 'Next: Set dates').click()
  await button(page, 'Plan all phases').click()
  for (const [kind, times] of Object.entries(plan)) await typeTimes(page.getByRole('group', { name: kind }), times)
  await confirm(page, 'Add 5 phases')
  await expect(rows(page)).toHaveCount(5)

  count.begin('publishing')
  await link(page, 'Next: Publish it').click()
  await button(page, 'Publish now').click()
  await confirm(page, 'Publish now')
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()

  await handIn(browser, origin, activity)
  await call('post', '/api/journeys/days', { days: 25 })

  count.begin('round')
  await link(page, 'Next: Create a round').click()
  await button(page, 'New review round').first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('First round')
  await confirm(page, 'New review round')
  await page.getByRole('radio', { name: /^Pool/ }).click()
  await button(page, 'Save').click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  count.begin('reviewers')
  await tab(page, 'Experts').click()
  await button(page, 'Add experts').first().click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Choose all on this page' }).click()
  await confirm(page, 'Invite 5 experts')
  await expect(page.getByRole('dialog')).toBeHidden()
  const codes = await Promise.all(experts.map(accept))

  count.begin('assignment')
  await tab(page, 'Assignment').click()
  await button(page, 'Dry run').click()
  await button(page, 'Publish').click()
  await confirm(page, 'Publish')
  await expect(page.getByText(/^Published: 50 added/).first()).toBeVisible()

  count.begin('review')
  await button(page, 'Open the review').click()
  await confirm(page, 'Open the review')
  await expect(page.getByText('The review is open.').first()).toBeVisible()
  for (const [at, expert] of experts.entries()) await judge(expert, codes[at]!)
  await page.reload()
  await ready(page)
  await button(page, 'Close the review').click()
  await confirm(page, 'Close the review')
  await expect(page.getByText('The review is closed.').first()).toBeVisible()
  await tab(page, 'Result').click()
  await button(page, 'Settle the scores').click()
  await confirm(page, 'Settle the scores')
  await expect(page.getByText(/^Settled /).first()).toBeVisible()

  count.begin('prize rules')
  await link(page, 'Set prize rules').click()
  await button(page, 'Save and compute results').click()

  count.begin('list')
  await button(page, 'Propose').click()
  await confirm(page, 'Propose')
  await expect(page.getByText('Another organizer has to confirm it.', { exact: false }).first()).toBeVisible()
  const other = await second.newPage()
  await open(other, '/Admin')
  await link(other, 'Confirm the list').click()
  await button(other, 'Confirm').click()
  await confirm(other, 'Confirm')
  await button(other, 'Start public notice').click()
  await confirm(other, 'Start public notice')
  await expect(other.getByText('On public notice').first()).toBeVisible()
  await call('post', `/api/journeys/results/${activity}`)
  await page.reload()
  await ready(page)
  await button(page, 'Make final').click()
  await confirm(page, 'Make final')
  await button(page, 'Announce').click()
  await confirm(page, 'Announce')
  await expect(page.getByText('Announced').first()).toBeVisible()

  count.begin('certificates')
  await link(page, 'Issue certificates').click()
  await page.getByRole('dialog').getByLabel('Prefix').fill('JX')
  await confirm(page, 'New issue')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Issue \d+ certificates$/ })
    .click()
  await page
    .getByRole('dialog', { name: /now\?$/ })
    .getByRole('button', { name: 'Issue', exact: true })
    .click()
  await expect(page.getByText(/^Nothing is left to issue/).first()).toBeVisible()

  await expectAtMost(count, { clicks: 60, fields: 25 })
  for (const { context } of experts) await context.close()
  await second.close()
})

test('certificates with the stamp of a demo are found and replaced in one task', async ({ page, baseURL }) => {
  const { request } = page.context()
  await signUp(request, baseURL!, { access: 'admin', isKnown: true })
  await createCall(request, baseURL!)('post', '/api/journeys/demo-stamps', {})
  await open(page, '/Admin')
  await link(page, /certificates? bears? the stamp of the demo/).click()
  const offer = page.getByRole('alert').filter({ hasText: 'the stamp of the demo' })
  await offer.getByRole('button', { name: 'Replace them all' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The certificates have no stamp.')
  expect(await findProblems(page, { within: '.ant-modal' })).toEqual([])
  await confirm(page, 'Replace them all')
  await expect(offer).toBeHidden()
  await expect(page.getByText('No certificate matches')).toBeVisible()
  await open(page, '/Admin')
  await expect(link(page, /the stamp of the demo/)).toHaveCount(0)
})

test('the contest of last year is copied, gets new dates and opens, in few clicks', async ({ page, baseURL }) => {
  test.slow()
  const count = new ClickCount()
  await count.join(page.context())
  const { request } = page.context()
  await signUp(request, baseURL!, { access: 'admin', isKnown: true })
  // It was last year that teams enrolled.
  await createCall(request, baseURL!)('post', '/api/journeys/days', { days: 340 })
  await open(page, '/Admin')

  count.begin('edition')
  await menu(page, 'Activities').click()
  await button(page, 'Editions').click()
  await confirm(page, 'Add an edition')
  await confirm(page, 'Add an edition')
  const checks = page.getByRole('region', { name: 'Before this edition begins' })
  await expect(checks).toContainText('5 of 7 done')

  count.begin('publishing')
  await checks.getByRole('listitem').filter({ hasText: 'still a draft' }).getByRole('link').click()
  await link(page, 'Course Innovation').click()
  await button(page, 'Publish now').click()
  await confirm(page, 'Publish now')
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()

  count.begin('current edition')
  await link(page, 'Activities').click()
  await checks.getByRole('listitem').filter({ hasText: 'Not the current edition' }).getByRole('link').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Make .* current$/ })
    .click()
  await confirm(page, 'Make current')
  await expect(page.getByText('This is the current edition now').first()).toBeVisible()

  count.begin('phases')
  await menu(page, 'Phases').click()
  for (const [kind, times] of Object.entries(plan)) {
    await page.getByRole('button', { name: new RegExp(`^${kind}, Whole edition:`) }).click()
    const dialog = page.getByRole('dialog')
    await typeTimes(dialog, kind === 'Enrollment' ? [-0.5, times[1] + 3] : [times[0] + 3, times[1] + 3])
    await confirm(page, 'Save')
    // The copied round lies in the phase of review, and moves along with it.
    if (kind === 'Review') await confirm(page, 'Save the phase')
    await expect(dialog).toBeHidden()
  }

  await expectAtMost(count, { clicks: 25, fields: 25 })

  await open(page, '/EnrollFor')
  await page.getByRole('link', { name: 'Course Innovation' }).first().click()
  await expect(page.getByText('Enrollment open').or(page.getByText('Open')).first()).toBeVisible()
})
