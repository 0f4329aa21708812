import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { findProblems, findProblemsAgain } from './axe.ts'
import { fillObjection, giveStatement, investigate, openCase, sendObjection } from './case-steps.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { row, rows } from './organiser.ts'
import { settleRound } from './settled-round.ts'
import { createCall, enterAsOrganiser, signUp, test } from './teacher.ts'

test.use({
  site: 'office',
  locale: 'en-US',
  viewport: { width: 1280, height: 900 },
  contextOptions: { reducedMotion: 'reduce' },
  // A time in the past is refused.
  expected: /422/,
})

const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** As it is typed. */
const inTenDays = (): string => new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')

interface Results {
  lists: { id: string }[]
}

interface Rows {
  list: { work: string; title: string }[]
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A browser of its own for somebody else. */
const enter = async (browser: Browser, baseURL: string, signIn: (request: APIRequestContext) => Promise<unknown>) => {
  const context = await browser.newContext({ baseURL, locale: 'en-US', reducedMotion: 'reduce' })
  await signIn(context.request)
  return { page: await context.newPage(), close: () => context.close() }
}

const enterAsCaptain = (request: APIRequestContext, origin: string, work: string): Promise<unknown> =>
  createCall(request, origin)('post', '/api/journeys/captains', { work })

/** After a ruling the sheets of a round may change: its page leads to a new settlement. */
const settleAgain = async (page: Page, round: string): Promise<void> => {
  await open(page, `/Admin/Review/${round}?tab=result`)
  await page.getByRole('button', { name: 'Settle the scores' }).click()
  await confirm(page, 'Settle the scores')
  await expect(page.getByText(/^Settled /).first()).toBeVisible()
}

/** Teams could still enrol: the screen says so, and ends it with the same step. Visitors see what really happens. */
const openWhileEnrolling = async (page: Page, round: string, activity: string): Promise<void> => {
  await open(page, `/EnrollFor/${activity}`)
  const phase = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(phase('Enrollment')).toContainText('now')
  await open(page, `/Admin/Review/${round}`)
  await page.getByRole('button', { name: 'Open the review' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('enrollment is still open')
  await expect(dialog.getByRole('radio', { name: /^End enrollment and submission/ })).toBeChecked()
  expect(await findProblems(page, { within: '.ant-modal-wrap' })).toEqual([])
  await confirm(page, 'Open the review')
  await expect(page.getByText('The review is open.')).toBeVisible()
  await open(page, `/EnrollFor/${activity}`)
  await expect(phase('Enrollment')).toContainText('over')
  await expect(phase('Review')).toContainText('now')
}

test(
  'results go from the scores over a tie, a second organiser, an objection and a new version to the announcement',
  mainPath,
  async ({ page, browser, baseURL, callAsOrganiser }) => {
    test.slow()
    const call = callAsOrganiser
    await enterAsOrganiser(page.context().request, baseURL!)
    const activity = await settleRound(browser, baseURL!, callAsOrganiser, (round, id) =>
      openWhileEnrolling(page, round, id),
    )
    const { round } = await call<{ round: string }>('post', '/api/journeys/undone-settlements', { activity })
    await settleAgain(page, round)
    const address = `/Admin/Result/${activity}`
    const context = await browser.newContext({
      baseURL: baseURL!,
      locale: 'en-US',
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 844 },
    })
    await signUp(context.request, baseURL!, { access: 'admin', isKnown: true, about: { realName: 'Fang Zheng' } })

    // From the menu to the activity; nothing can be computed before the rules are saved.
    await open(page, '/Admin/Result')
    await page.locator(`a[href$="${address}"]`).click()
    await expect(page.getByText('Check and save the prize rules.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Compute results' })).toBeDisabled()

    // The simulation answers at once, and becomes the rules.
    await page.getByRole('tab', { name: 'Simulation' }).click()
    const first = page.getByRole('group', { name: 'First prize' })
    await first.getByLabel('Quota').click()
    await page.getByTitle('Fixed number').click()
    await first.getByLabel('Number of works').fill('1')
    await page.getByLabel('Ties at the border of a prize').click()
    await page.getByTitle('Organizers put them in order').click()
    await expect(page.getByText('First prize: 2 tied works for 1 place.', { exact: false })).toBeVisible()
    expect(await findProblems(page, { within: 'main' })).toEqual([])
    await page.getByRole('button', { name: 'Save as prize rules' }).click()
    await confirm(page, 'Save as prize rules')
    await expect(page.getByText('Check and save the prize rules.')).toBeHidden()

    // The list cannot be proposed before the tie is decided, by keyboard.
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Compute results' }).click()
    const decide = page.getByRole('button', { name: 'Decide the order at the border of First prize' })
    await expect(decide).toBeVisible()
    await expect(page.getByRole('button', { name: 'Propose' })).toBeDisabled()
    expect(await findProblems(page, { within: 'main' })).toEqual([])
    await decide.click()
    const dialog = page.getByRole('dialog')
    const tied = dialog.getByRole('list', { name: 'Tied works, the best first' }).getByRole('listitem')
    await expect(tied).toHaveCount(2)
    const chosen = await tied.nth(1).getByRole('strong').textContent()
    await tied
      .nth(1)
      .getByRole('button', { name: /^Move .* up$/ })
      .press('Enter')
    await expect(tied.first()).toContainText(chosen!)
    await expect(tied.first()).toContainText('gets First prize')
    await confirm(page, 'Decide the order')
    await expect(dialog.getByText('Enter a reason')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Vote of the committee, 5 to 2')
    await confirm(page, 'Decide the order')
    await expect(page.getByRole('button', { name: 'Propose' })).toBeEnabled()
    await page.getByRole('tab', { name: 'List', exact: true }).click()
    await expect(rows(page).first()).toContainText(chosen!)
    await expect(rows(page).first()).toContainText('First prize')
    expect(await findProblems(page, { within: 'main' })).toEqual([])

    // Who proposes does not confirm.
    await page.getByRole('button', { name: 'Propose' }).click()
    await confirm(page, 'Propose')
    await expect(page.getByText('You proposed this list. Another organizer has to confirm it.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()

    // The second organiser finds it in the menu, on a phone.
    const phone = await context.newPage()
    await open(phone, address)
    await expectFits(phone, 390)
    await phone.getByRole('button', { name: 'Confirm' }).click()
    await confirm(phone, 'Confirm')
    await phone.getByRole('button', { name: 'Start public notice' }).click()
    await expect(phone.getByRole('dialog').getByRole('alert')).toContainText('earlier than the phase')
    await phone.getByLabel('End of the public notice').fill('soon')
    await confirm(phone, 'Start public notice')
    await expect(phone.getByText('Enter a date and time such as', { exact: false })).toBeVisible()
    await phone.getByLabel('End of the public notice').fill(inTenDays())
    await confirm(phone, 'Start public notice')
    await expect(phone.getByText('On public notice').first()).toBeVisible()
    // antd puts the button for tabs that do not fit into the list of tabs.
    expect(await findProblemsAgain(phone, { within: 'main', without: '.ant-tabs-nav' })).toEqual([])

    // It cannot be made final yet, its rules are read-only, and it can be printed.
    await open(page, address)
    await expect(page.getByText('They can be made final after that.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Make final' })).toBeDisabled()
    await page.getByRole('tab', { name: 'Prize rules' }).click()
    await expect(
      page.getByText('The rules were locked when the first list was proposed', { exact: false }),
    ).toBeVisible()
    await page.getByRole('tab', { name: 'List', exact: true }).click()
    await page.getByRole('link', { name: 'Print the list' }).click()
    await expect(page.getByRole('heading', { name: 'Result list' })).toBeVisible()
    await expect(page.getByRole('table').first().getByRole('row').nth(1)).toContainText(chosen!)
    await open(page, '/Admin/Result')
    await expect(row(page, 'On public notice')).toContainText('On public notice until')

    // A teacher of another school reads the notice and objects to the winner.
    const { lists } = await call<Results>('get', `/api/results/activities/${activity}`)
    const { list: works } = await call<Rows>('get', `/api/results/lists/${lists[0]!.id}/rows?pageSize=3`)
    const [winner, runnerUp] = works
    const teacher = await enter(browser, baseURL!, (request) =>
      signUp(request, baseURL!, { isKnown: true, about: { school: 'Linshan School' } }),
    )
    await open(teacher.page, '/Results')
    await teacher.page.locator(`main a[href="/Results/Publicity/${lists[0]!.id}"]`).click()
    await teacher.page.getByRole('link', { name: 'File an objection' }).click()
    const shown = teacher.page.locator(`main a[href="/Results/Publicity/${lists[0]!.id}"]`)
    const name = (await shown.textContent())!
    await expect(teacher.page.getByRole('radio', { name })).toBeChecked()
    const facts = 'The film was made by a company.'
    await fillObjection(teacher.page, { activity: name, work: new RegExp(escape(winner!.title)), text: facts })
    const number = await sendObjection(teacher.page)

    // The team answers an arbiter, who upholds the objection: the work loses its prize.
    const question = 'Who made the film?'
    await openCase(page, number)
    await expect(page.getByText(facts)).toBeVisible()
    await investigate(page, question)
    const captain = await enter(browser, baseURL!, (request) => enterAsCaptain(request, baseURL!, winner!.work))
    await giveStatement(captain.page, { number, question, text: 'A company did.' })
    await openCase(page, number)
    await expect(page.getByText('A company did.')).toBeVisible()
    await page.getByRole('button', { name: 'Decide' }).click()
    const ruling = page.getByRole('dialog')
    await ruling.getByRole('radio', { name: 'Uphold' }).check()
    await ruling.getByRole('textbox', { name: 'Reasons' }).fill('The team had to make it themselves.')
    await ruling.getByRole('radio', { name: 'The work is disqualified' }).check()
    await ruling.getByRole('button', { name: 'Decide' }).click()
    await expect(ruling).toBeHidden()
    await expect(page.getByText('The team had to make it themselves.').first()).toBeVisible()

    // A new version follows. It is on public notice with what changed; the former one says that it was replaced.
    await open(page, address)
    await expect(page.getByRole('button', { name: 'Propose' })).toBeEnabled()
    await page.getByRole('button', { name: 'Propose' }).click()
    await confirm(page, 'Propose')
    await expect(page.getByText('You proposed this list.', { exact: false })).toBeVisible()
    const newest = (await call<Results>('get', `/api/results/activities/${activity}`)).lists[0]!.id
    const callAsSecond = createCall(context.request, baseURL!)
    for (const step of ['confirm', 'publicise']) {
      const { version, leavesOut } = await callAsSecond<{ version: number; leavesOut: object | null }>(
        'get',
        `/api/results/lists/${newest}`,
      )
      const seen = leavesOut && { acknowledged: leavesOut }
      await callAsSecond('post', `/api/results/lists/${newest}/steps`, { step, version, ...seen })
    }
    await open(teacher.page, `/Results/Publicity/${lists[0]!.id}`)
    await teacher.page.getByRole('main').getByRole('link', { name: 'See the newer version' }).click()
    await expect(teacher.page.getByText(`Reason: Ruling in case ${number}`)).toBeVisible()
    await expect(teacher.page.getByText(`${winner!.title}: First prize became no prize`)).toBeVisible()

    // Once publicity and appeals are over, the list becomes final, and its announcement has a time.
    await open(page, address)
    await expect(page.getByRole('button', { name: 'Make final' })).toBeDisabled()
    await call('post', `/api/journeys/results/${activity}`)
    await open(page, address)
    await page.getByRole('button', { name: 'Make final' }).click()
    await confirm(page, 'Make final')
    await page.getByRole('button', { name: 'Announce' }).click()
    const announcing = page.getByRole('dialog')
    await announcing.getByRole('radio', { name: 'At a set time' }).check()
    await announcing.getByLabel('Time of the announcement').fill('2001-01-01 09:00')
    await confirm(page, 'Schedule')
    await expect(announcing.getByText('Please choose a time in the future.')).toBeVisible()
    expect(await findProblems(page, { within: '.ant-modal-wrap' })).toEqual([])
    await announcing.getByLabel('Time of the announcement').fill(inTenDays())
    await confirm(page, 'Schedule')
    await expect(page.getByText('Scheduled').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel the scheduled time' })).toBeEnabled()
    expect(await findProblemsAgain(page, { within: 'main' })).toEqual([])
    await open(teacher.page, '/Results')
    await expect(teacher.page.locator(`main a[href="/Results/${newest}"]`)).toHaveCount(0)

    // At that time everybody sees it: the list, the search, the gallery, and the team what experts wrote.
    await call('post', `/api/journeys/results/${activity}`)
    await open(teacher.page, '/Results')
    await teacher.page.locator(`main a[href="/Results/${newest}"]`).first().click()
    await expect(teacher.page.getByRole('heading', { name: /^First prize/ })).toBeVisible()
    await expect(teacher.page.getByRole('main').getByRole('table').first()).toContainText(runnerUp!.title)
    await open(teacher.page, `/search?search=${encodeURIComponent(runnerUp!.title)}`)
    await teacher.page.locator(`main a[href="/Works/${runnerUp!.work}"]`).click()
    await expect(teacher.page.getByRole('heading', { level: 1 })).toHaveText(runnerUp!.title)
    expect((await teacher.page.request.get(`/Works/${winner!.work}`)).status()).toBe(404)
    const awarded = await enter(browser, baseURL!, (request) => enterAsCaptain(request, baseURL!, runnerUp!.work))
    await open(awarded.page, '/account/Work')
    await awarded.page.locator(`main a[href="/account/Work/Result?id=${runnerUp!.work}"]`).first().click()
    await expect(awarded.page.getByText('First prize', { exact: true })).toBeVisible()
    await expect(awarded.page.getByText('Clear aims, and time to think.')).toBeVisible()
    await open(page, '/Admin/Result')
    await expect(row(page, name)).toContainText('Announced')
    for (const { close } of [teacher, captain, awarded]) await close()
    await context.close()
  },
)
