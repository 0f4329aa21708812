import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { createCall, enterAsOrganiser, newPhone, test } from './teacher.ts'

// The browser logs responses about lost sessions, stale versions and wrong names as errors.
test.use({ expected: /status of (401|409|422)/ })

const main = (page: Page) => page.getByRole('main')
const nickname = (page: Page) => page.getByRole('textbox', { name: 'Nickname' })
const save = (page: Page) => main(page).getByRole('button', { name: 'Save', exact: true })

/** Fills in the required fields of the first tab. */
const fillNeeded = async (page: Page): Promise<void> => {
  await page.getByLabel('Full name').fill('He Xing')
  await page.getByLabel('School').fill('No. 1 School')
  await page.getByLabel('Department').fill('Physics')
  await page.getByLabel('Academic title').fill('Lecturer')
  await page.getByLabel('Province').selectOption('Zhejiang')
  await page.getByLabel('City').selectOption('Hangzhou')
}

const openSettings = async (page: Page, tab: string): Promise<void> => {
  await open(page, `/account/settings?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account settings')
}

/** Confirms a contact in the open dialog, with the code from the outbox. */
const confirmContact = async (
  page: Page,
  label: string,
  { contact, stored }: { contact: string; stored: string },
  password: string,
  codeFor: (contact: string) => Promise<string>,
): Promise<void> => {
  const scope = page.getByRole('dialog').or(page.getByRole('main')).last()
  await scope.getByLabel(label, { exact: true }).fill(contact)
  await scope.getByLabel('Current password').fill(password)
  await scope.getByRole('button', { name: 'Send code' }).click()
  await expect(scope.getByText('The code has been sent.')).toBeVisible()
  await scope.getByLabel('Verification code').fill(await codeFor(stored))
  await scope.getByRole('button', { name: 'Confirm' }).click()
}

const newNumber = () => {
  const contact = newPhone()
  return { contact, stored: `+86${contact}` }
}

test('missing fields are listed at the top with links to them; once filled in, the profile is saved', async ({
  page,
  teacher,
  codeFor,
}) => {
  await openSettings(page, 'basic')
  await save(page).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Please enter your full name',
    'Please enter your school',
    'Please enter your department',
    'Please enter your academic title',
    'Please choose your province',
    'Please choose your city',
  ])
  await page.getByRole('link', { name: 'Please choose your city' }).click()
  await expect(page.getByLabel('City')).toBeFocused()
  await expect(page.getByLabel('City').getByRole('option')).toHaveText(['Choose a province first'])

  await fillNeeded(page)
  await page.getByLabel('Province').selectOption('Shanghai')
  await expect(page.getByLabel('City')).toHaveValue('')
  await page.getByLabel('Province').selectOption('Zhejiang')
  await page.getByLabel('City').selectOption('Hangzhou')
  await page.getByRole('button', { name: 'Add a phone number' }).click()
  await confirmContact(page, 'Phone number', newNumber(), teacher.password, codeFor)
  await expect(main(page).getByText('Your contact has been updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change phone number' })).toBeFocused()

  await save(page).click()
  await expect(main(page).getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City').locator('option:checked')).toHaveText('Hangzhou')
  await page.getByLabel('About you').fill('Teaches physics.\nLikes chalk.')
  await save(page).click()
  await expect(main(page).getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('About you')).toHaveValue('Teaches physics.\nLikes chalk.')

  await page.getByLabel('Country or region').selectOption('Brazil')
  await save(page).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Please enter your state, province, or region',
    'Please enter your city',
  ])
})

test('a picture is cropped and shown, and can be removed', async ({ page, teacher }) => {
  await open(page, '/account/center/edit')
  const picture = await page.screenshot()
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await chosen).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByText('Your picture has been updated')).toBeVisible()
  await expect(main(page).locator('img')).toHaveJSProperty('naturalWidth', 256)

  await page.getByRole('button', { name: 'Remove picture' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Picture of ${teacher.username}`)
  await dialog.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Your picture has been removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
  await expect(main(page).locator('img')).toHaveCount(0)

  await nickname(page).fill('He')
  await page.getByLabel('About you').fill('Physics')
  await save(page).click()
  await expect(page).toHaveURL(/\/account\/center$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('He')
})

test(
  'the profile is completed step by step, and then the user is back where they were',
  mainPath,
  async ({ page, teacher, codeFor }) => {
    await open(page, '/account/Evpi?redirect=%2FNews%3Fcategory%3Dguide')
    await expect(page.getByText('Step 1 of 2')).toBeVisible()
    await page.getByLabel('Full name').fill('He Xing')
    await page.getByLabel('School').fill('No. 1 School')
    await page.getByLabel('Department').fill('Physics')
    await page.getByLabel('Academic title').fill('Lecturer')
    await page.getByLabel('Province').selectOption('Hong Kong')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect(page.getByText('Step 2 of 2')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Add a phone number' })).toBeFocused()
    await expect(page.getByText('Enrolling requires a confirmed phone number.')).toBeVisible()
    await confirmContact(page, 'Phone number', newNumber(), teacher.password, codeFor)
    await expect(page).toHaveURL(/\/News\?category=guide$/)
  },
)

test('name, school, department and title can be corrected on the page of stored data', async ({
  page,
  teacher,
  baseURL,
}) => {
  const { uid } = teacher
  const call = createCall(page.context().request, baseURL!)
  const knownProfile = { realName: 'He Xin', school: 'No. 2 School', department: 'Phisics', title: 'Lecturer' }
  await call('put', `/api/user/user/${uid}`, { uid, ...knownProfile })
  await openSettings(page, 'data')
  await page.getByRole('link', { name: 'Correct my details' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('He Xin')
  await fillNeeded(page)
  await save(page).click()
  await expect(main(page).getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('He Xing')
  await expect(page.getByLabel('Department')).toHaveValue('Physics')
  await expect(nickname(page)).toHaveValue('')
})

test('changes made elsewhere are not overwritten, and what was typed is not lost', async ({
  page,
  teacher,
  baseURL,
}) => {
  const { uid } = teacher
  const call = createCall(page.context().request, baseURL!)
  const store = (values: object) => call('put', `/api/user/user/${uid}`, { uid, ...values })
  await store({ nickname: 'He', profile: 'Physics' })
  await open(page, '/account/center/edit')
  await nickname(page).fill('Typed here')
  await store({ nickname: 'Elsewhere', profile: 'Chalk' })
  await save(page).click()
  await expect(page.getByText('nothing was saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Load the newer version and keep what I typed' }).click()
  await expect(main(page).getByRole('listitem')).toHaveText(['Nickname'])
  await expect(nickname(page)).toHaveValue('Typed here')
  await expect(page.getByLabel('About you')).toHaveValue('Chalk')
  await save(page).click()
  await expect(page).toHaveURL(/\/account\/center$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed here')
})

test('a session that ends while a form is open is renewed in place, and what was typed is saved', async ({
  page,
  teacher,
}) => {
  await open(page, '/account/center/edit')
  await nickname(page).fill('He the patient')
  await page.getByLabel('About you').fill('Still here')
  await page.context().clearCookies()
  await save(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(teacher.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/account\/center$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('He the patient')
})

test('leaving with unsaved changes asks for confirmation, and switching tabs keeps them', async ({ page, baseURL }) => {
  await enterAsOrganiser(page.context().request, baseURL!)
  await openSettings(page, 'basic')
  await nickname(page).fill('Not saved')
  const tabs = page.getByRole('navigation', { name: 'Account settings' })
  await tabs.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL(/tab=security$/)
  await tabs.getByRole('link', { name: 'Basic information' }).click()
  await expect(nickname(page)).toHaveValue('Not saved')
  const asked: string[] = []
  page.once('dialog', async (dialog) => {
    asked.push(dialog.message())
    await dialog.dismiss()
  })
  await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
  expect(asked).toEqual(['Some changes have not been saved. Leave this page anyway?'])
  await expect(page).toHaveURL(/tab=basic$/)

  // The office is a separate document. The browser's own question (beforeunload) must not follow ours.
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.accept()
  })
  await page.getByRole('banner').getByLabel('Account of').click()
  await page.getByRole('banner').getByRole('link', { name: 'Office' }).last().click()
  await expect(page).toHaveURL(/\/Admin$/)
  expect(asked.slice(1)).toEqual(['confirm'])
})

test('other devices are listed and signed out together', async ({ page, teacher, playwright, baseURL }) => {
  const { username: identifier, password } = teacher
  const others = await Promise.all([1, 2].map(() => playwright.request.newContext({ baseURL: baseURL! })))
  for (const other of others) await createCall(other, baseURL!)('post', '/api/account/login', { identifier, password })
  await openSettings(page, 'security')
  await expect(main(page).getByText('This device')).toHaveCount(1)
  await expect(main(page).getByRole('button', { name: /^Sign out (?!all)/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 other devices')
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('2 devices signed out')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await expect(page.getByRole('button', { name: /^Sign out / })).toHaveCount(0)
  for (const other of others) {
    expect((await other.get('/api/account/sessions')).status()).toBe(401)
    await other.dispose()
  }
})

test('a second factor is turned on by keyboard, and signing in asks for it', mainPath, async ({ page, teacher }) => {
  await openSettings(page, 'security')
  await page.getByRole('button', { name: 'Turn on' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(teacher.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  const codeAt = (timestamp: number): string => new TOTP({ secret }).generate({ timestamp })
  await dialog.getByLabel('6 digits from the app').focus()
  await page.keyboard.type(codeAt(Date.now()))
  await page.keyboard.press('Enter')

  await expect(dialog.getByRole('list', { name: `Recovery codes of ${teacher.username}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Save the codes first')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).press('Enter')
  const text = await readFile(await (await saved).path(), 'utf8')
  const codes = await dialog
    .getByRole('list', { name: /^Recovery codes/ })
    .getByRole('listitem')
    .allInnerTexts()
  expect(text.trim().split('\n').slice(2)).toEqual(codes)
  await dialog.getByRole('checkbox').press('Space')
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(main(page).getByText('Two-step verification is on')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeFocused()

  await page.context().clearCookies()
  await open(page, '/account/Login')
  await page.getByLabel('Username, email, or phone').fill(teacher.username)
  await page.getByLabel('Password', { exact: true }).fill(teacher.password)
  await main(page).getByRole('button', { name: 'Sign in' }).click()
  // The first code is used up; the server accepts the next one slightly early.
  await page.getByLabel('Code from your authenticator app').fill(codeAt(Date.now() + 30_000))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/Welcome$/)
})

test('an e-mail address is changed with a code, and the old address is notified', async ({
  page,
  teacher,
  codeFor,
  letterTo,
}) => {
  await openSettings(page, 'security')
  const change = page.getByRole('button', { name: 'Change email address' })
  await change.click()
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()
  await change.click()
  await expect(page.getByRole('dialog')).toContainText(teacher.email)
  const contact = `new-${teacher.email}`
  await confirmContact(page, 'New email address', { contact, stored: contact }, teacher.password, codeFor)
  await expect(main(page).getByText('Your contact has been updated')).toBeVisible()
  await expect(main(page).getByText(contact)).toBeVisible()
  await expect.poll(() => letterTo(teacher.email)).toContain('n***@example.org')
})

test('mail preferences are saved', async ({ page, baseURL }) => {
  await enterAsOrganiser(page.context().request, baseURL!)
  await openSettings(page, 'notifications')
  await expect(page.getByRole('checkbox', { name: 'Security' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Announcements' }).uncheck()
  await save(page).click()
  await expect(main(page).getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Announcements' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Contest' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Announcements' }).check()
  await save(page).click()
  await expect(main(page).getByText('Saved')).toBeVisible()
})

test('all data can be downloaded, and then the account can be deleted', async ({ page, teacher }) => {
  await openSettings(page, 'data')
  await expect(main(page).getByRole('link', { name: /Privacy/ })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const data = JSON.parse(await readFile(await (await file).path(), 'utf8')) as { account: { username: string } }
  expect(data.account.username).toBe(teacher.username)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`To confirm, type “${teacher.username}”`).fill('somebody')
  await dialog.getByLabel('Current password').fill(teacher.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This is not your username')
  await dialog.getByLabel(`To confirm, type “${teacher.username}”`).fill(teacher.username)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('button', { name: 'Back to home' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
})

const tabs = ['basic', 'security', 'notifications', 'data'].map((tab) => `/account/settings?tab=${tab}`)

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 700 } })

  test('every page of the account fits and has no axe violations, in dark mode too', async ({ page, baseURL }) => {
    await enterAsOrganiser(page.context().request, baseURL!)
    for (const path of [...tabs, '/account/Evpi', '/account/center/edit'])
      await test.step(path, async () => {
        await page.emulateMedia({ colorScheme: 'light' })
        await open(page, path)
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
        await expect(main(page).getByText('Loading…')).toHaveCount(0)
        await expectFits(page, 320)
        // Hundreds of country options would slow axe down; a few are enough.
        const part = { within: 'main', without: 'option:nth-child(n + 4)' }
        expect(await findProblems(page, part)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await findProblemsAgain(page, { ...part, runOnly: ['color-contrast'] })).toEqual([])
      })
  })
})
