import type { Timeline } from '@lectern/contract/competition/phases.ts'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, open, ready, mainPath } from './journey.ts'
import { row, rows } from './organiser.ts'
import { createCall, enterAsOrganiser, signUp, test } from './teacher.ts'

test.use({
  site: 'office',
  locale: 'en-US',
  viewport: { width: 1280, height: 900 },
  contextOptions: { reducedMotion: 'reduce' },
})

type Call = ReturnType<typeof createCall>

interface Expert {
  name: string
  uid: string
  context: BrowserContext
  call: Call
}

interface RoundAnswer {
  id: string
  version: number
  activities: { id: string }[]
  source: { rules: object }
}

const tablet = { width: 820, height: 1180 }

/** The school of a team of last year. */
const knownSchool = '之江实验中学'

const enterAsExpert = async (browser: Browser, origin: string, name: string, school: string): Promise<Expert> => {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: tablet,
  })
  const about = { realName: name, school }
  const { uid } = await signUp(context.request, origin, { access: 'expert', isKnown: true, about })
  return { name, uid, context, call: createCall(context.request, origin) }
}

const day = 86_400_000

/** Last year's review phase is over: the activity gets one of its own, unless an earlier run has made it. */
const reviewNow = async (call: Call, edition: string, activity: string): Promise<void> => {
  const { list } = await call<Timeline>('get', `/api/phases?edition=${edition}&pageSize=100`)
  if (list.some(({ kind, activityId }) => kind === 'review' && activityId === activity)) return
  const [opensAt, closesAt] = [-2, 30].map((days) => new Date(Date.now() + days * day).toISOString())
  const window = { opensAt, closesAt, graceMinutes: 0 }
  await call('post', '/api/phases', { editionId: edition, activityId: activity, kind: 'review', ...window })
}

/** A round of last year's works that is open for a week, two experts of a pool for each work. */
const createRound = async (call: Call): Promise<RoundAnswer> => {
  type Choices = { editions: { id: string }[] }
  const { editions } = await call<Choices>('get', '/api/enrolments/choices')
  // The oldest first: other journeys settle rounds of this year.
  for (const { id: edition } of editions.toReversed()) {
    const { list } = await call<{ list: { id: string; state: string }[] }>('get', `/api/rounds?edition=${edition}`)
    const settled = list.find(({ state }) => state === 'settled')
    if (!settled) continue
    const { activities } = await call<RoundAnswer>('get', `/api/rounds/${settled.id}`)
    const name = { 'en-US': `Second look ${crypto.randomUUID().slice(0, 4)}` }
    const content = { name, activities: activities.map(({ id }) => id), previous: null }
    await reviewNow(call, edition, activities[0]!.id)
    const made = await call<RoundAnswer>('post', '/api/rounds', { ...content, edition, copyOf: settled.id })
    return call<RoundAnswer>('put', `/api/rounds/${made.id}`, {
      ...content,
      version: made.version,
      opensAt: new Date(Date.now() - day).toISOString(),
      closesAt: new Date(Date.now() + 7 * day).toISOString(),
      rules: { ...made.source.rules, mode: 'pool', expertsPerWork: 2, practice: false },
    })
  }
  throw new Error('the demo has no settled round')
}

interface DeskWork {
  code: string
  state: string
}

/** The code by which an expert knows their only round. */
const roundOf = async ({ call }: Expert): Promise<string> =>
  (await call<{ list: { code: string }[] }>('get', '/api/review')).list[0]!.code

const worksOf = async ({ call }: Expert, code: string): Promise<DeskWork[]> =>
  (await call<{ works: DeskWork[] }>('get', `/api/review/rounds/${code}`)).works

const good = { design: 2_600, teaching: 2_500, technology: 1_600, effect: 1_500 }
const poor = { design: 1_500, teaching: 1_400, technology: 900, effect: 800 }

const judge = async ({ call }: Expert, code: string, scores: object): Promise<void> => {
  const written = { scores, comment: '', remark: '', notes: [], places: {}, seconds: 300, version: 0 }
  const { version } = await call<{ version: number }>('put', `/api/review/works/${code}/sheet`, written)
  await call('post', `/api/review/works/${code}/submission`, { version })
}

const judgeAll = async (expert: Expert, round: string): Promise<void> => {
  for (const { code, state } of await worksOf(expert, round)) if (state === 'todo') await judge(expert, code, good)
}

const accept = async ({ call }: Expert, code: string): Promise<void> => {
  await call('post', `/api/review/rounds/${code}/answer`, { accept: true })
  const { version } = await call<{ version: number }>('get', `/api/review/rounds/${code}/pledge`)
  await call('post', `/api/review/rounds/${code}/pledge`, { version })
}

/** An expert accepts and signs, on a tablet. */
const acceptOnScreen = async (page: Page, name: string): Promise<void> => {
  await open(page, '/Review')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByRole('link', { name: 'Read and sign' }).click()
  await page.getByLabel('I have read this and promise to keep it.').check()
  await page.getByRole('button', { name: `Sign as ${name}` }).click()
  await expect(page).toHaveURL(/\/Review(\?|$)/)
}

/** Scores a work on a tablet, offline for a while; returns its code. */
const judgeOffline = async ({ context }: Expert, page: Page): Promise<string> => {
  await open(page, '/Review')
  await page.getByRole('link', { name: 'Start reviewing' }).click()
  const sheet = page.getByRole('region', { name: 'Score sheet' })
  await expect(sheet).toBeVisible()
  await ready(page)
  await sheet.getByLabel('Lesson design, at most 30 points').fill('29')
  await expect(sheet.getByText(/^Saved \d/)).toBeVisible()
  await context.setOffline(true)
  await sheet.getByLabel('Teaching, at most 30 points').fill('２９')
  await sheet.getByLabel('Use of technology, at most 20 points').fill('19')
  await sheet.getByLabel('Results, at most 20 points').fill('18')
  await sheet.getByLabel('Comment for the team').fill('Clear aims.')
  await expect(sheet.getByText(/^No connection/)).toBeVisible()
  await context.setOffline(false)
  await expect(sheet.getByText(/^Saved \d/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(sheet.getByText(/^Submitted [A-Z]/)).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1)!
}

/** Gives the work that is open back because of a conflict. */
const declareConflict = async (page: Page, code: string): Promise<void> => {
  await open(page, `/Review/${code}`)
  await page.getByRole('button', { name: 'Give this work back' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Conflict of interest').check()
  await dialog.getByLabel('Reason').fill('I advised an early version.')
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  await expect(page).not.toHaveURL(new RegExp(code))
}

const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

test(
  'a round of twelve works and six experts, from the first work to the settled result',
  mainPath,
  async ({ page, browser, baseURL, callAsOrganiser }) => {
    test.slow()
    const run = crypto.randomUUID().slice(0, 4)
    const experts: Expert[] = []
    for (const position of [1, 2, 3, 4, 5, 6]) {
      const school = position === 1 ? knownSchool : `School ${run} ${position}`
      experts.push(await enterAsExpert(browser, baseURL!, `Juror ${run}${position}`, school))
    }
    const [first, second] = experts as [Expert, Expert]
    const last = experts.at(-1)!
    const round = await createRound(callAsOrganiser)
    const address = `/Admin/Review/${round.id}`

    // The organiser takes in the works; one of them does not take part.
    await enterAsOrganiser(page.context().request, baseURL!)
    await open(page, `${address}?tab=works`)
    await page.getByRole('button', { name: 'Take in accepted works' }).click()
    await expect(page.getByText('13 works have been taken in', { exact: false })).toBeVisible()
    type Works = { list: { entry: string; team: string }[] }
    const { list } = await callAsOrganiser<Works>('get', `/api/rounds/${round.id}/works?pageSize=20`)
    for (const { entry } of list.filter(({ team }) => team === '并网'))
      await callAsOrganiser('post', `/api/rounds/${round.id}/works/${entry}/removal`, {
        removed: true,
        reason: 'Not now',
      })

    // One conflict is found as the experts are invited. They accept and sign.
    const accounts = experts.map(({ uid }) => uid)
    await callAsOrganiser('post', `/api/rounds/${round.id}/reviewers`, { accounts })
    const code = await roundOf(first)
    await open(page, `${address}?tab=conflicts`)
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, first.name)).toContainText('Same institution')
    const desk = await second.context.newPage()
    await acceptOnScreen(desk, second.name)
    for (const expert of experts) if (expert !== second) await accept(expert, code)

    // A dry run, then the plan is published and the round opened.
    await open(page, `${address}?tab=plan`)
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await confirm(page, 'Publish')
    await expect(page.getByText('Published: 24 added, 0 removed.')).toBeVisible()
    await page.getByRole('button', { name: 'Open the review' }).click()
    await confirm(page, 'Open the review')
    await expect(page.getByText('The review is open.')).toBeVisible()

    // An expert scores on a tablet, offline for a while, and gives a work back because of a conflict.
    const praised = await judgeOffline(second, desk)
    expect(await findProblems(desk, { within: 'main' })).toEqual([])
    const declined = (await worksOf(second, code)).find(({ state }) => state === 'todo')!.code
    await declareConflict(desk, declined)

    // Another one drops out after one sheet. It counts, and the others take over the rest.
    const begun = (await worksOf(last, code)).find((work) => work.code !== praised)!.code
    await judge(last, begun, good)
    await open(page, `${address}?tab=experts`)
    await row(page, last.name)
      .getByRole('button', { name: `Actions for “${last.name}”` })
      .click()
    await page.getByRole('menuitem', { name: 'Remove and replace' }).click()
    await page.getByRole('dialog').getByLabel('Reason (kept in the log)').fill('Ill')
    await confirm(page, 'Remove and replace')
    await expect(page.getByText(new RegExp(`^${last.name} has left`))).toBeVisible()

    // The work that was given back goes to somebody else.
    type Candidates = { candidates: { reviewer: string }[] }
    const back = await callAsOrganiser<Works>('get', `/api/rounds/${round.id}/works?search=${declined}`)
    const { entry } = back.list[0]!
    const assignments = `/api/rounds/${round.id}/works/${entry}/assignments`
    const { candidates } = await callAsOrganiser<Candidates>('get', assignments)
    await callAsOrganiser('post', assignments, { reviewer: candidates[0]!.reviewer, isThird: false })

    // Two experts disagree about a work: one more judges it.
    const standing = experts.filter((expert) => expert !== last)
    for (const expert of standing) {
      const isTodo = (await worksOf(expert, code)).some((work) => work.code === praised && work.state === 'todo')
      if (isTodo) await judge(expert, praised, poor)
      await judgeAll(expert, code)
    }
    await open(page, `${address}?tab=board`)
    await page.getByRole('button', { name: 'Close the review' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 work has scores that are far apart')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: `Add an expert to work ${praised}` })).toBeVisible()

    // The grid shows it among all works and experts, and proposes whom to ask.
    await page.getByRole('tab', { name: 'Works by experts' }).click()
    const grid = page.getByRole('region', { name: 'Works by experts' })
    await expect(grid.getByRole('row').filter({ hasText: praised })).toContainText('Scores far apart')
    expect(await findProblems(page, { within: 'main' })).toEqual([])
    await grid.getByRole('button', { name: `Additional expert for ${praised}` }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('checkbox', { name: 'Additional expert' })).toBeChecked()
    await drawer.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(page.getByText('now judges this work.')).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(grid.getByRole('row').filter({ hasText: praised })).toContainText('Additional expert is judging')
    for (const expert of standing) await judgeAll(expert, code)

    // Nothing is left to do: the round is closed and settled.
    await open(page, `${address}?tab=board`)
    await expect(page.getByText('All sheets are submitted and nothing is open')).toBeVisible()
    // Its table of experts, in which nothing can have the focus, is scrolled by keys on a phone.
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await findProblems(page, { within: 'main' })).toEqual([])
    await expect(page.getByRole('group', { name: 'Experts' })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Close the review' }).click()
    await confirm(page, 'Close the review')
    await expect(page.getByText('The review is closed.')).toBeVisible()
    await open(page, `${address}?tab=result`)
    await page.getByRole('button', { name: 'Settle the scores' }).click()
    await confirm(page, 'Settle the scores')
    await expect(page.getByText(/^Settled /).first()).toBeVisible()
    type Result = { list: { code: string; rank: number | null; sheets: number }[] }
    const result = await callAsOrganiser<Result>('get', `/api/rounds/${round.id}/settlement?pageSize=20`)
    expect(result.list.filter(({ rank }) => rank !== null)).toHaveLength(12)
    expect(result.list.find((one) => one.code === praised)).toMatchObject({ sheets: 3 })
    expect(result.list.filter(({ rank, sheets }) => rank !== null && sheets < 2)).toEqual([])
    for (const { context } of experts) await context.close()
  },
)
