import type { Page, Route } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, expectFits, open, ready, mainPath } from './journey.ts'
import { organiser } from './sites.ts'
import { test as base } from './teacher.ts'

interface Person {
  username: string
  password: string
  contact: string
}

type CodeFor = (contact: string) => Promise<string>

const test = base.extend<{ countMembers: (search: string) => Promise<number> }>({
  /** Number of members with this name or contact. */
  countMembers: async ({ callAsOrganiser }, provide) =>
    provide(async (search) => {
      const path = `/api/users?search=${encodeURIComponent(search)}`
      return (await callAsOrganiser<{ total: number }>('get', path)).total
    }),
})

// The browser logs responses about wrong passwords and lost sessions as errors.
test.use({ expected: /status of (401|422|429)|net::ERR_FAILED/ })

const newPerson = (): Person => {
  const username = `lin-${crypto.randomUUID().slice(0, 8)}`
  return { username, password: `copper kettle ${username.length} sings`, contact: `${username}@example.org` }
}

/** Fills in the five fields; the code comes from the outbox. */
const fillSignUp = async (page: Page, codeFor: CodeFor, { username, password, contact }: Person): Promise<void> => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Email or phone number').fill(contact)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('The code has been sent.')).toBeVisible()
  await page.getByLabel('Verification code').fill(await codeFor(contact))
  await page.getByRole('checkbox').check()
}

const signIn = async (page: Page, identifier: string, password: string): Promise<void> => {
  await page.getByLabel('Username, email, or phone').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

const accountMenu = (page: Page, { username }: Pick<Person, 'username'>) =>
  page.getByRole('banner').getByLabel(`Account of ${username}`)

test(
  'somebody signs up with a code and a double click, signs out, and signs in with the password',
  mainPath,
  async ({ page, codeFor, countMembers }) => {
    const person = newPerson()
    await open(page, '/account/Register')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(4)
    await fillSignUp(page, codeFor, person)
    await page.getByRole('button', { name: 'Create account' }).dblclick()
    await expect(page).toHaveURL(/\/Welcome$/)
    // Wait for the page: a menu opened during the navigation would close again.
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username)
    expect(await countMembers(person.username)).toBe(1)
    // Answers that are not saved yet stay in local storage until the user signs out.
    await page.evaluate(() => localStorage.setItem('lectern.answers.x', '{}'))
    await accountMenu(page, person).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    expect(left.filter((key) => key.startsWith('lectern.answers'))).toEqual([])
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(person.username)

    await open(page, '/account/Login')
    await signIn(page, person.username, 'not the kettle')
    await expect(page.getByRole('alert')).toContainText('Incorrect username or password')
    await expect(page.getByLabel('Username, email, or phone')).toHaveValue(person.username)
    await signIn(page, person.contact, person.password)
    await expect(page).toHaveURL(/\/Welcome$/)
    await expect(accountMenu(page, person)).toBeVisible()
  },
)

test('sign-up shows all problems at once, whether the browser or the server finds them', async ({ page }) => {
  await open(page, '/account/Register')
  const send = page.getByRole('button', { name: 'Create account' })
  await page.getByLabel('Username').fill('chenmingyuan')
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByLabel('Email or phone number').fill('nowhere')
  await send.click()
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('listitem')).toHaveText([
    /username is taken/i,
    /most common/i,
    /email address or phone number/i,
    /verification code/i,
    /agree/i,
  ])
  await expect(page.getByLabel('Username')).toHaveValue('chenmingyuan')
  // An empty form is not sent.
  await page.reload()
  await ready(page)
  await send.click()
  await expect(alert.getByRole('listitem')).toHaveCount(5)
})

test('signing in with a code has a cooldown of 60 seconds, also after a reload', async ({ page, codeFor }) => {
  await open(page, '/account/Login')
  await page.getByRole('link', { name: 'With a code' }).click()
  await expect(page).toHaveURL(/\/account\/Login\?tab=code$/)
  const known = 'chenmingyuan@example.com'
  await page.getByLabel('Email or phone number').fill(known)
  await page.getByRole('button', { name: 'Send code' }).click()
  const again = page.getByRole('button', { name: /^Send again in \d+ s$/ })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await ready(page)
  await expect(again).toHaveAttribute('aria-disabled', 'true')

  // If the browser has lost the countdown, the server refuses with the remaining time.
  await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()))
  await page.reload()
  await ready(page)
  await page.getByLabel('Email or phone number').fill(known)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('status').filter({ hasText: /\d+ seconds?/ })).toBeVisible()

  await page.getByLabel('Verification code').fill('000000')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText(/verification code/i)
  await page.getByLabel('Verification code').fill(await codeFor(known))
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/Welcome$/)
})

test.describe('after signing in, users return to where they were, if that was on this site', () => {
  for (const { redirect, site, path } of [
    { redirect: '/contest/News?category=guide', site: 'contest', path: '/contest/News?category=guide' },
    { redirect: '/\\e.example', site: 'top', path: '/Admin' },
  ] as const) {
    test.describe(`${JSON.stringify(redirect)} on ${site}`, () => {
      test.use({ site })
      test(`leads to ${path}`, async ({ page, baseURL }) => {
        const start = site === 'contest' ? '/contest' : ''
        await open(page, `${start}/account/Login?redirect=${encodeURIComponent(redirect)}`)
        await signIn(page, organiser.username, organiser.password)
        await expect(page).toHaveURL(baseURL + path)
      })
    })
  }
})

test('a sign-up whose response was lost can be retried, and creates one account', async ({
  page,
  codeFor,
  countMembers,
}) => {
  const person = newPerson()
  const keys: (string | undefined)[] = []
  await page.route('**/api/account/register', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await open(page, '/account/Register?redirect=%2FNews')
  await fillSignUp(page, codeFor, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'network' })).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(person.username)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/News$/)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await countMembers(person.username)).toBe(1)
})

test('somebody who signs in before the page runs is signed in as soon as it does, once', async ({ page }) => {
  const app = Promise.withResolvers<void>()
  await page.route(/\/assets\/app-[\w-]+\.js$/, (route) => app.promise.then(() => route.continue()))
  const requests: string[] = []
  page.on('request', (request) => request.method() === 'POST' && requests.push(new URL(request.url()).pathname))
  await page.goto('/account/Login?redirect=%2FNews', { waitUntil: 'commit' })
  await signIn(page, organiser.username, organiser.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Username, email, or phone')).toHaveValue(organiser.username)
  app.resolve()
  await expect(page).toHaveURL(/\/News$/)
  expect(requests).toEqual(['/api/account/login'])
})

test('the sign-in page replaces the page that requires it in the history, and Back skips it', async ({ page }) => {
  await open(page, '/News')
  await page.goto('/Welcome')
  await expect(page).toHaveURL(/\/account\/login\?redirect=%2FWelcome$/i)
  await page.goBack()
  await expect(page).toHaveURL(/\/News$/)
  await page.goForward()
  await signIn(page, organiser.username, organiser.password)
  await expect(page).toHaveURL(/\/Welcome$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/News$/)
})

test('changing the language in the middle of a form keeps what was typed', async ({ page }) => {
  await open(page, '/account/Register?lang=en-US')
  await page.getByLabel('Username').fill('lin-the-traveller')
  await page.getByRole('checkbox').check()
  await page.getByLabel('Language', { exact: true }).click()
  await page.getByRole('link', { name: 'Português' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(page.getByLabel('Nome de usuário')).toHaveValue('lin-the-traveller')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await expect(page).toHaveURL(/\/account\/Register$/)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
})

const refusal = (error: string) => ({
  status: 422,
  json: { code: 30_301, status: 422, message: error, msg: error, data: { error, showType: 0, requestId: 'request-1' } },
})

const documents = [
  { id: '01890000-0000-7000-8000-000000000001', name: 'privacy', version: 2, title: 'Privacy policy' },
  { id: '01890000-0000-7000-8000-000000000002', name: 'terms', version: 1, title: 'Terms of use' },
].map((document) => ({ ...document, locale: 'en-US', publishedAt: '2031-05-20T12:00:00.000Z' }))

test('further steps of signing in are asked one by one, and the first input is sent again with them', async ({
  page,
}) => {
  const sent: Record<string, unknown>[] = []
  await page.route('**/api/documents', (route) =>
    route.fulfill({ json: { code: 200, status: 0, message: '', msg: '', data: { list: documents } } }),
  )
  await page.route('**/api/account/login', async (route: Route) => {
    const { proof, ...body } = route.request().postDataJSON() as Record<string, unknown>
    sent.push({ ...body, ...(proof !== undefined && { hasProof: true }) })
    const refusals = ['proof.required', 'secondFactor.required', 'consent.required', 'signIn.disabled']
    await route.fulfill(refusal(refusals[sent.length - 1]!))
  })
  await open(page, '/account/Login')
  await signIn(page, 'lin', 'copper kettle')
  await page.getByLabel('Code from your authenticator app').fill('123456')
  await expect(page.getByLabel('Username, email, or phone')).toBeHidden()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: /Privacy policy/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText(/There is a problem\s*Please read and agree to: Terms of use/)
  await page.getByRole('checkbox', { name: /Terms of use/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => sent.length).toBe(4)
  const typed = { identifier: 'lin', password: 'copper kettle', remember: false }
  expect(sent).toEqual([
    typed,
    { ...typed, hasProof: true },
    { ...typed, secondFactor: '123456' },
    { ...typed, secondFactor: '123456', consents: documents.map(({ id }) => id) },
  ])
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Username, email, or phone')).toHaveValue('lin')
})

test('a user who forgot the password sets a new one with a code, and the sign-in page confirms it', async ({
  page,
  codeFor,
}) => {
  const known = 'songruolan@example.net'
  await open(page, '/account/Login?redirect=%2FNews')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email or phone number').fill(known)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('The code has been sent.')).toBeVisible()
  await page.getByLabel('Verification code').fill(await codeFor(known))
  await page.getByLabel('New password').fill('tin kettle whistles')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Your new password is set')).toBeFocused()
  await signIn(page, known, 'tin kettle whistles')
  await expect(page).toHaveURL(/\/News$/)
})

const pages = ['/account/Login', '/account/Login?tab=code', '/account/Register', '/account/reviserPwd']

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 700 } })

  test('every page for signing in fits and has no axe violations, also with validation errors', async ({ page }) => {
    for (const [turn, path] of pages.entries())
      await test.step(path, async () => {
        await page.emulateMedia({ colorScheme: turn % 2 === 0 ? 'dark' : 'light' })
        await open(page, path)
        await page.locator('main button[type=submit]').click()
        await expect(page.getByRole('alert')).toBeVisible()
        await expectFits(page, 320)
        expect(await findProblems(page)).toEqual([])
      })
  })
})
