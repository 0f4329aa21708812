import type { Browser } from '@playwright/test'
import { findProblems } from './axe.ts'
import { fieldOf, fillObjection, giveStatement, investigate, openCase, sendObjection } from './case-steps.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { createCall, signUp, test } from './teacher.ts'

test.use({ site: 'office', locale: 'en-US', contextOptions: { reducedMotion: 'reduce' } })

type Call = ReturnType<typeof createCall>

const newName = (): string => `Lesson ${crypto.randomUUID().slice(0, 6)}`

/** A result list on display with a work of a new teacher, who is signed in in a browser of their own. */
const displayOf = async (browser: Browser, baseURL: string, activity: string) => {
  const context = await browser.newContext({ baseURL, locale: 'en-US', reducedMotion: 'reduce' })
  const captain = await signUp(context.request, baseURL, { isKnown: true })
  const call = createCall(context.request, baseURL)
  const body = { captain: captain.uid, activity, title: `Light in ${activity}` }
  const { id } = await call<{ id: string }>('post', '/api/journeys/lists', body)
  return { id, page: await context.newPage(), close: () => context.close() }
}

/** An organiser of another school, whom the organiser of the demo has appointed as an arbiter. */
const enterAsArbiter = async (browser: Browser, baseURL: string, callAsOrganiser: Call) => {
  const context = await browser.newContext({ baseURL, locale: 'en-US', reducedMotion: 'reduce' })
  const { uid } = await signUp(context.request, baseURL)
  const { version } = await callAsOrganiser<{ version: number }>('get', `/api/users/${uid}`)
  await callAsOrganiser('put', `/api/user/user/${uid}`, { uid, version, access: 'admin' })
  await callAsOrganiser('post', '/api/arbiters', { uid })
  return { page: await context.newPage(), close: () => context.close() }
}

test(
  'somebody objects to a result; the team answers, an arbiter decides, and nobody learns who it was',
  mainPath,
  async ({ page, browser, baseURL, callAsOrganiser }) => {
    const arbiter = await enterAsArbiter(browser, baseURL!, callAsOrganiser)
    const office = arbiter.page
    const activity = newName()
    const team = await displayOf(browser, baseURL!, activity)

    // A visitor sees what is on display and is asked to sign in.
    await open(page, '/Objection')
    await expect(page.getByRole('link', { name: activity })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await signUp(page.context().request, baseURL!, { isKnown: true })

    // What is typed survives a reload.
    await page.setViewportSize({ width: 390, height: 844 })
    const text = 'Somebody else filmed this lesson.'
    await fillObjection(page, { activity, work: new RegExp(`^Light in ${activity} · 粉笔小组$`), text })
    await open(page, '/Objection')
    await expect(fieldOf(page, /Facts and reasons/)).toHaveValue(text)
    await expect(page.getByRole('link', { name: 'letter-of-he-lan.txt' })).toBeVisible()
    expect(await findProblems(page)).toEqual([])
    await expectFits(page, 390)
    const number = await sendObjection(page)
    await page.getByRole('link', { name: 'Open the case' }).click()
    await expect(page.getByRole('heading', { name: activity })).toBeVisible()
    await expectFits(page, 390)

    // The arbiter admits it and asks the team.
    const question = 'Who filmed the lesson?'
    await openCase(office, number)
    await expect(office.getByText(text)).toBeVisible()
    await expect(office.getByText('He Lan', { exact: true })).toBeVisible()
    await expect(office.getByRole('link', { name: `${number}-1.txt` })).toBeVisible()
    await investigate(office, question)

    // The team has a task, and reads the question alone.
    await giveStatement(team.page, { number, question, text: 'We filmed it ourselves.' })
    await expect(team.page.getByRole('main')).not.toContainText('Somebody else')
    expect(await findProblems(team.page)).toEqual([])

    // The ruling reaches the objector, who may appeal once.
    await openCase(office, number)
    await expect(office.getByText('We filmed it ourselves.')).toBeVisible()
    expect(await findProblems(office)).toEqual([])
    await office.getByRole('button', { name: 'Decide' }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Dismiss' }).check()
    await dialog.getByRole('textbox', { name: 'Reasons' }).fill('The recordings show the team.')
    await dialog.getByRole('button', { name: 'Decide' }).click()
    // What is still being typed is found as a text, too.
    await expect(dialog).toBeHidden()
    await expect(office.getByText('The recordings show the team.').first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('The recordings show the team.')).toBeVisible()
    await fieldOf(page, 'Reasons for your appeal').fill('Please look at the second minute.')
    await page.getByRole('button', { name: 'Send the appeal' }).click()
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
    await team.close()
    await arbiter.close()
  },
)
