import { expect, open, mainPath } from './journey.ts'
import { enterAsOrganiser, test } from './teacher.ts'

// The browser logs responses about lost sessions as errors.
test.use({ expected: /status of 401|net::ERR_FAILED/ })

test('an ended session is noticed with the next page, and when the browser restores an old one', async ({
  page,
  baseURL,
}) => {
  await enterAsOrganiser(page.context().request, baseURL!)
  await open(page, '/Welcome')
  await page.getByRole('banner').getByLabel('Account of').click()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/account\/login\?redirect=%2Faccount%2Fcenter$/i)

  await enterAsOrganiser(page.context().request, baseURL!)
  await open(page, '/account/settings')
  await page.context().clearCookies()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page).toHaveURL(/\/account\/login\?redirect=%2Faccount%2Fsettings$/i)
})

test('a signed-in user is not sent to the sign-in page because of a network failure', async ({ page, baseURL }) => {
  await enterAsOrganiser(page.context().request, baseURL!)
  await page.route('**/user/currentUser', (route) => route.abort())
  await open(page, '/Welcome')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The page could not be loaded')
  await page.unroute('**/user/currentUser')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
})

test(
  'a session that ends while a form is open is renewed in place, and nothing typed is lost',
  mainPath,
  async ({ page, teacher: person }) => {
    await open(page, '/account/reviserPwd')
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('New password').fill('brass kettle hums along')
    await page.context().clearCookies()
    const change = page.getByRole('button', { name: 'Change password' })
    await change.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`Account: ${person.username}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(change).toBeFocused()
    await expect(page.getByLabel('New password')).toHaveValue('brass kettle hums along')

    await change.click()
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Your password has been changed.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('banner').getByLabel(`Account of ${person.username}`)).toBeVisible()
  },
)

const userCalled = (username: string, uid: string) => ({
  uid,
  username,
  nickname: null,
  realName: null,
  email: null,
  phone: null,
  avatar: null,
  access: 'user',
  duties: [],
  activities: null,
  hasPassword: true,
})

test('what one user typed is not sent in the name of another', async ({ page }) => {
  const answer = (data: unknown) => ({ json: { code: 200, status: 0, message: '', msg: '', data } })
  const mine = userCalled('lin', '01890000-0000-7000-8000-000000000001')
  const other = userCalled('wu', '01890000-0000-7000-8000-000000000002')
  await page.route('**/user/currentUser', (route) => route.fulfill(answer(mine)))
  await page.route('**/api/account/login', (route) => route.fulfill(answer(other)))
  let changes = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') changes += 1
  })
  await open(page, '/account/reviserPwd')
  await page.getByLabel('Current password').fill('copper kettle sings')
  await page.getByLabel('New password').fill('brass kettle hums along')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('copper kettle sings')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toContainText('You have signed in to another account, so nothing was sent.')
  const reloaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Reload the page' }).click()
  await reloaded
  expect(changes).toBe(1)
})
