import type { Page } from '@playwright/test'
import { expect, expectFits, open, ready, mainPath } from './journey.ts'
import { createCall, signUp, test } from './teacher.ts'

const phone = { width: 390, height: 844 }
test.use({ site: 'office', viewport: phone, expected: /status of 401/ })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const doesNotScrollSideways = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 640 })
  await expectFits(page, 320)
  await page.setViewportSize(phone)
}

test(
  'a team is created, joined by its link, handed over and left',
  mainPath,
  async ({ page, browser, playwright, baseURL, teacher }) => {
    type Activities = { list: { id: string; standing: string; teamMax: number }[] }
    const call = createCall(page.context().request, baseURL!)
    const { list: activities } = await call<Activities>('get', '/api/activities')
    const activity = activities.find(({ standing, teamMax }) => standing === 'open' && teamMax > 1)!
    const name = `Chalk ${teacher.username}`

    await open(page, '/account/Team')
    await expect(page.getByRole('link', { name: 'See the activities' })).toHaveAttribute('href', '/EnrollFor')

    await open(page, `/account/Team/Create/${activity.id}`)
    await page.getByLabel('Team name').fill('')
    await page.getByRole('button', { name: 'Create a team' }).click()
    await expect(page.getByRole('alert')).toContainText('Fill in “Team name”')
    await page.getByLabel('Team name').fill(name)
    await page.getByRole('button', { name: 'Create a team' }).dblclick()
    await expect(heading(page)).toHaveText(name)
    expect((await call<{ teams: unknown[] }>('get', '/api/account/teams')).teams.length).toBe(1)
    await doesNotScrollSideways(page)

    await page.getByRole('region', { name: 'Open invitations (0)' }).getByRole('link').click()
    await expect(page.getByRole('img', { name: `QR code to join “${name}”` })).toBeVisible()
    const link = await page.getByText('/account/Team/Add?code=').innerText()
    await doesNotScrollSideways(page)

    const elsewhere = await playwright.request.newContext({ baseURL: baseURL! })
    const second = await signUp(elsewhere, baseURL!)
    await elsewhere.dispose()
    const guest = await (await browser.newContext({ baseURL: baseURL!, viewport: phone, locale: 'en-US' })).newPage()
    await guest.goto(link)
    await expect(guest.getByText('You have been invited to a team.')).toBeVisible()
    await guest.getByLabel('Username, email').fill(second.username)
    await guest.getByLabel('Password', { exact: true }).fill(second.password)
    await guest.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await expect(guest.getByRole('heading', { level: 2 })).toHaveText(name)
    await expect(guest.getByText('You can join this team now')).toBeVisible()
    await guest.getByRole('button', { name: 'Join as a member' }).click()
    await expect(heading(guest)).toHaveText(name)
    await expect(guest.getByRole('region', { name: 'People' }).getByRole('listitem')).toHaveCount(2)

    await page.getByRole('main').getByRole('link', { name }).click()
    await page.getByRole('link', { name: 'Manage the team' }).click()
    await doesNotScrollSideways(page)
    await page.getByRole('button', { name: `Make captain: ${second.username}` }).click()
    await expect(page.getByRole('dialog')).toContainText(second.username)
    await page.getByRole('dialog').getByRole('button', { name: 'Make captain' }).click()
    await expect(heading(page)).toHaveText(name)
    await page.getByRole('button', { name: 'Leave the team' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click()
    await expect(page.getByText('You are not in a team yet')).toBeVisible()

    await guest.reload()
    await ready(guest)
    await expect(guest.getByRole('region', { name: 'People' }).getByRole('listitem')).toHaveText([
      new RegExp(`${second.username}.*Captain.*You`, 's'),
    ])
    await guest.context().close()
  },
)

test('a team is copied to another activity: its name is filled in, and its people are invited again', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL! })
  await signUp(context.request, baseURL!, { isKnown: true })
  await signUp(elsewhere.request, baseURL!, { isKnown: true })
  const call = createCall(context.request, baseURL!)
  const { list } = await call<{ list: { id: string; standing: string; teamMax: number }[] }>('get', '/api/activities')
  const running = list.filter(({ standing }) => ['open', 'closingSoon', 'full'].includes(standing))
  const former = await call<{ invite: { code: string } }>('post', '/api/teams', {
    activityId: running[0]!.id,
    name: 'Old Friends',
    slogan: '',
  })
  const callElsewhere = createCall(elsewhere.request, baseURL!)
  await callElsewhere('post', `/api/joining/${former.invite.code}`)
  await open(page, `/account/Team/Create/${running[1]!.id}`)
  await page.getByLabel('Begin with one of your teams').selectOption({ index: 1 })
  await expect(page.getByLabel('Team name')).toHaveValue('Old Friends')
  await expect(page.getByRole('checkbox', { name: 'He Lan · Member' })).toBeChecked()
  await page.getByRole('button', { name: 'Create a team' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Old Friends' })).toBeVisible()
  const { invitations } = await callElsewhere<{ invitations: unknown[] }>('get', '/api/account/teams')
  expect(invitations.length).toBe(1)
  await elsewhere.close()
})

test('a captain reminds a member, and sees live that the profile has been completed', async ({
  page,
  browser,
  baseURL,
}) => {
  const origin = baseURL!
  await signUp(page.context().request, origin, { isKnown: true })
  const call = createCall(page.context().request, origin)
  type Activities = { list: { id: string; standing: string; teamMax: number }[] }
  const { list } = await call<Activities>('get', '/api/activities')
  const activity = list.find(({ standing, teamMax }) => standing === 'open' && teamMax > 1)!
  const name = `Slate ${crypto.randomUUID().slice(0, 8)}`
  type Team = { id: string; invite: { code: string } }
  const team = await call<Team>('post', '/api/teams', { activityId: activity.id, name, slogan: '' })

  const guest = await (await browser.newContext({ baseURL: origin, viewport: phone, locale: 'en-US' })).newPage()
  const member = await signUp(guest.context().request, origin)
  const callAsMember = createCall(guest.context().request, origin)
  await callAsMember('post', `/api/joining/${team.invite.code}`)

  await open(page, `/account/Team/basic?id=${team.id}`)
  const people = page.getByRole('region', { name: 'People' })
  await expect(people).toContainText(
    `These people still have to complete their personal information before the team can submit: ${member.username}`,
  )
  await people.getByRole('button', { name: 'Remind them' }).click()
  await expect(people.getByText(`Reminded on the site and by mail: ${member.username}`)).toBeVisible()
  await people.getByRole('button', { name: 'Remind them' }).click()
  await expect(people.getByText(`Already reminded within the last day: ${member.username}`)).toBeVisible()

  await open(guest, '/account/center?tab=notices')
  await expect(guest.getByRole('link', { name: `Please complete your information: “${name}”` })).toHaveAttribute(
    'href',
    new RegExp(`^/account/Evpi\\?redirect=.*${team.id}$`),
  )
  await callAsMember('put', `/api/user/user/${member.uid}`, { uid: member.uid, realName: 'Lin Yi' })
  await expect(people).toContainText('before the team can submit: Lin Yi')
  await guest.context().close()
})
