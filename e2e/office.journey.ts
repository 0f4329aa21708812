import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, expectFits, open, test as base } from './journey.ts'
import { organiser } from './sites.ts'
import { enterAsOrganiser } from './teacher.ts'

/** `page` is the organiser's; `visitor` a browser in which nobody is signed in. */
const test = base.extend<{ visitor: Page }>({
  page: async ({ page, baseURL }, provide) => {
    await enterAsOrganiser(page.context().request, baseURL!)
    await provide(page)
  },
  visitor: async ({ browser, baseURL }, provide) => {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US', reducedMotion: 'reduce' })
    await provide(await context.newPage())
    await context.close()
  },
})

// What is refused, the browser writes down as an error.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expected: /status of (401|403|409|422)/ })

const rows = (page: Page) => page.locator('.ant-table-tbody tr.ant-table-row')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text }).first()
const newName = (): string => `zhao-${crypto.randomUUID().slice(0, 8)}`

/** Members with a contact of their own, so that no other journey meets them. */
const importPeople = async (page: Page, origin: string, names: readonly string[]): Promise<void> => {
  const sheet = ['username,realName,email', ...names.map((name) => `${name},Zhao Yi,${name}@example.org`)].join('\n')
  const answer = await page.context().request.post('/api/users/import?dryRun=false', {
    data: Buffer.from(sheet),
    headers: { origin, 'content-type': 'text/csv' },
  })
  expect(((await answer.json()) as { data: unknown }).data).toEqual({
    dryRun: false,
    rows: names.length,
    created: names.length,
    problems: [],
  })
}

const openMember = async (page: Page, name: string): Promise<void> => {
  await open(page, `/Admin/Member?search=${name}`)
  await row(page, name).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(name)
}

test('a visitor is led to the sign-in page, and comes back', async ({ visitor }) => {
  await visitor.goto('/Admin/Member?status=active')
  await expect(visitor).toHaveURL(/\/account\/Login\?redirect=%2FAdmin%2FMember%3Fstatus%3Dactive$/i)
})

test('a member signs in with a code from the outbox, may not enter the office, and is out as soon as he is disabled', async ({
  page,
  visitor,
  baseURL,
}) => {
  const name = newName()
  await importPeople(page, baseURL!, [name])
  await open(visitor, '/account/Login?tab=code')
  await visitor.getByLabel('Email or phone number').fill(`${name}@example.org`)
  await visitor.getByRole('button', { name: 'Send code' }).click()
  await expect(visitor.getByText('The code has been sent.')).toBeVisible()

  await open(page, '/Admin/Outbox?channel=mail')
  const letters = rows(page).filter({ hasText: `${name}@example.org` })
  await expect(letters).toHaveCount(2)
  await letters.first().getByRole('button', { name: 'Expand row' }).click()
  const letter = page.locator('.ant-table-expanded-row').first()
  await expect(letter).toContainText(/\b\d{6}\b/)
  const [code = ''] = /\b\d{6}\b/.exec(await letter.innerText()) ?? []
  await visitor.getByLabel('Verification code').fill(code)
  await visitor.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  // An imported member has agreed to nothing yet.
  await expect(visitor.getByRole('button', { name: 'Continue' })).toBeVisible()
  for (const box of await visitor.getByRole('checkbox', { name: /Privacy|Terms/ }).all()) await box.check()
  await visitor.getByRole('button', { name: 'Continue' }).click()
  await expect(visitor).toHaveURL(/\/Welcome$/)
  await visitor.goto('/Admin/Member')
  await expect(visitor.getByRole('heading', { name: 'You do not have permission to open this page' })).toBeVisible()

  await openMember(page, name)
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  const question = page.getByRole('dialog', { name: `Disable Zhao Yi (${name})?` })
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText(`Zhao Yi (${name}) has been disabled`)).toBeVisible()
  await visitor.goto('/Welcome')
  await expect(visitor).toHaveURL(/\/account\/Login/i)
})

test('search, filters, order and page are in the address, and Back restores them', async ({ page }) => {
  await open(page, '/Admin/Member')
  await page.getByLabel('Status').click()
  await page.getByTitle('Active', { exact: true }).click()
  await expect(page).toHaveURL(/\/Admin\/Member\?status=active$/)
  await page.getByRole('columnheader', { name: 'Username' }).click()
  await expect(page).toHaveURL(/\?status=active&sort=username$/)
  await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText(organiser.username)
  await page.getByRole('listitem', { name: '2' }).click()
  await expect(page).toHaveURL(/\?status=active&sort=username&page=2&pageSize=10$/)
  await expect(rows(page).first()).not.toContainText(organiser.username)

  const search = page.getByLabel('Search members')
  await search.fill('陈明远')
  await search.press('Enter')
  await expect(page).toHaveURL(/search=%E9%99%88/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('chenmingyuan')
  await page.goBack()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(rows(page).first()).toContainText(organiser.username)
})

test('columns are chosen, and stay chosen', async ({ page }) => {
  const header = (name: string) => page.getByRole('columnheader', { name })
  const outOfSight = () => page.locator('.ant-table-content').evaluate((table) => table.scrollWidth - table.clientWidth)
  await open(page, '/Admin/Member')
  await expect(header('Nickname')).toHaveCount(0)
  await expect.poll(outOfSight).toBe(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Nickname' }).check()
  await page.getByRole('checkbox', { name: 'School' }).uncheck()
  await page.reload()
  await expect(header('Nickname')).toBeVisible()
  await expect(header('School')).toHaveCount(0)
  for (const [path, name] of [
    ['/Admin/Team', 'Captain'],
    ['/Admin/Activity', 'Code'],
  ] as const) {
    await open(page, path)
    await expect(header(name)).toBeVisible()
    await expect.poll(outOfSight).toBe(0)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name }).uncheck()
    await expect(header(name)).toHaveCount(0)
  }
})

test('a member is edited; who was slower is told, loses nothing, and the log shows before and after', async ({
  page,
  baseURL,
}) => {
  const name = newName()
  await importPeople(page, baseURL!, [name])
  await openMember(page, name)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('School').fill('Northern Institute')
  await dialog.getByLabel('Nickname').fill('x'.repeat(40))
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  const summary = dialog.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText('at most 32 characters')
  await summary.getByRole('link').click()
  await expect(dialog.getByLabel('Nickname')).toBeFocused()
  await dialog.getByLabel('Nickname').fill('Yi')

  // Another organiser is faster.
  const { request } = page.context()
  const found = (await (await request.get(`/api/users?search=${name}`)).json()) as { data: { list: [{ uid: string }] } }
  const { uid } = found.data.list[0]
  const headers = { origin: baseURL! }
  await request.put(`/api/user/user/${uid}`, { data: { uid, version: 1, title: 'Lecturer' }, headers })

  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expect(dialog.getByText('Somebody else has changed this in the meantime')).toBeVisible()
  // Told there, and nowhere else.
  await expect(page.locator('[popover=manual]')).toHaveText('')
  await dialog.getByRole('button', { name: 'Load the latest' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Lecturer')
  await expect(dialog.getByLabel('School')).toHaveValue('Northern Institute')
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(row(page, name)).toContainText('Northern Institute')

  await dialog.getByRole('link', { name: 'Audit log of this person' }).click()
  await expect(page).toHaveURL(new RegExp(`/Admin/Audit\\?subjectKind=account&subjectId=${uid}$`))
  await expect(rows(page)).toHaveCount(2)
  await rows(page).first().getByRole('button', { name: 'Expand row' }).click()
  await expect(page.getByRole('row', { name: 'School — Northern Institute', exact: true })).toBeVisible()
})

test('one cannot disable oneself, nor change the own access', async ({ page }) => {
  await openMember(page, organiser.username)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You cannot change your own access.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Disable' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row(page, organiser.username).getByRole('link', { name: organiser.username, exact: true })).toBeFocused()
})

test('a member is created by hand; the drawer has an address of its own, which Back leaves', async ({ page }) => {
  const name = newName()
  await open(page, '/Admin/Member?status=active')
  await page.getByRole('button', { name: 'New member' }).click()
  const form = page.getByRole('dialog', { name: 'New member' })
  await form.getByLabel('Username').fill(name)
  await form.getByRole('button', { name: 'New member' }).click()
  await expect(form.getByRole('alert')).toContainText(/email|contact/i)
  await form.getByLabel('Email').fill(`${name}@example.org`)
  await form.getByRole('button', { name: 'New member' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: 'Teams and enrollments' })
  await expect(drawer).toContainText(name)
  await expect(drawer).toContainText('In no team.')
  await expect(page).toHaveURL(/\?status=active&id=[\w-]{36}$/)
  await page.reload()
  await expect(drawer).toContainText(name)
  await page.goBack()
  await expect(page).toHaveURL(/\?status=active$/)
  await expect(drawer).toHaveCount(0)

  await open(page, '/Admin/Outbox')
  const search = page.getByLabel('Search letters')
  await search.fill(name)
  await search.press('Enter')
  await expect(page).toHaveURL(/search=zhao/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`${name}@example.org`)
})

test('several are disabled at once, by name; what fails is told with its reason', async ({ page, baseURL }) => {
  const [first, second] = [newName(), newName()]
  await importPeople(page, baseURL!, [first, second])
  await open(page, '/Admin/Member')
  for (const name of [first, second]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.route(`**/api/users/*/status`, async (route, request) => {
    // The second is changed meanwhile.
    const body = request.postDataJSON() as { version: number }
    const isSecond = calls.push(request.url()) === 2
    await route.continue({ postData: JSON.stringify({ ...body, version: isSecond ? 7 : body.version }) })
  })
  const calls: string[] = []
  await page.getByRole('button', { name: 'Disable' }).click()
  const question = page.getByRole('dialog', { name: 'Disable 2 accounts' })
  for (const name of [first, second]) await expect(question).toContainText(name)
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('1 account done.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '1 account failed' })).toContainText('Zhao Yi (zhao-')
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(rows(page).filter({ hasText: 'Disabled' }).filter({ hasText: /zhao-/ }).first()).toBeVisible()
})

test('what is exported is what is listed', async ({ page }) => {
  await open(page, '/Admin/Member?search=chenmingyuan&sort=username')
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export XLSX' }).click(),
  ])
  expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/)
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const lines = (await readFile(await list.path(), 'utf8')).trim().split('\r\n')
  expect([lines.length, lines[1]!.split(',')[0]]).toEqual([2, 'chenmingyuan'])
})

test('a sheet is tried first: its problems are told row by row, then it is imported', async ({ page }) => {
  const name = newName()
  const choose = (lines: string[]) =>
    page.getByLabel('Sheet (XLSX or CSV)').setInputFiles({
      name: 'members.csv',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from(lines.join('\r\n')),
    })
  await open(page, '/Admin/Member')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download a template (XLSX)' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('members-template.xlsx')
  const headings = 'Username,Full name,Nickname,Email'

  const dialog = page.getByRole('dialog', { name: 'Import' })
  await choose([headings, `${name},Zhao Yi,,no address`, 'admin,,,zhao@example.org'])
  await expect(dialog.getByRole('alert')).toContainText('2 problems found; nothing was imported.')
  await expect(dialog.getByRole('row', { name: /^2 Email no address/ })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^3 Username admin This username is taken/ })).toBeVisible()
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download the sheet with its problems' }).click(),
  ])
  expect(report.suggestedFilename()).toBe('import-problems.xlsx')
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()

  await choose([headings, `${name},Zhao Yi,,${name}@example.org`])
  await expect(dialog.getByText('1 account would be created.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 account' }).click()
  await expect(dialog.getByText('1 account was created')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, name)).toBeVisible()
})

test('a document is published once, as a new version, with what was typed; leaving before that warns', async ({
  page,
}) => {
  const sent: { key: string | undefined; basedOn: number; title: string }[] = []
  // A real new version would ask everybody to agree, in the other journeys too.
  await page.route('**/api/documents/privacy', async (route, request) => {
    const { basedOn, title } = request.postDataJSON() as { basedOn: number; title: Record<string, string> }
    sent.push({ key: request.headers()['idempotency-key'], basedOn, title: title['en-US']! })
    const changed = { error: 'resource.changed', showType: 1, requestId: 'request-1' }
    await route.fulfill(
      sent.length === 1
        ? { status: 409, json: { code: 10_102, status: 409, message: 'changed', msg: 'changed', data: changed } }
        : { json: { code: 200, status: 0, message: '', msg: '', data: { version: 2 } } },
    )
  })
  await open(page, '/Admin/Document')
  const publish = page.getByRole('button', { name: 'Publish as a new version' }).first()
  await expect(publish).toBeDisabled()
  const title = page.getByLabel('Title').locator('visible=true')
  await title.fill('')
  await publish.click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await page.locator('label:visible', { hasText: 'Portuguese' }).click()
  await summary.getByRole('link', { name: /English: Title/ }).click()
  await expect(title).toBeFocused()
  await title.fill('Privacy, revised')
  await expect(page.getByRole('img', { name: 'changed' })).toHaveCount(1)

  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.getByRole('link', { name: 'Outbox' }).click()
  await expect(page).toHaveURL(/\/Admin\/Document$/)
  await expect(title).toHaveValue('Privacy, revised')

  const confirm = async (): Promise<void> => {
    await publish.click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('everybody is asked to agree at the next sign-in')
    await question.getByRole('button', { name: 'Publish as a new version' }).click()
    await expect(question).toHaveCount(0)
  }
  await confirm()
  await page.getByRole('button', { name: 'Load the latest' }).click()
  await expect(title).toHaveValue('Privacy, revised')
  await confirm()
  await expect(page.getByText('Version 2 is published')).toBeVisible()
  await expect(publish).toBeDisabled()
  expect(sent).toEqual([1, 2].map(() => ({ key: sent[0]!.key, basedOn: 1, title: 'Privacy, revised' })))
  expect(sent[0]!.key).toMatch(/^[\w-]{8,100}$/)
})

test('an organiser without the second factor that is required is led to where it is set up', async ({ page }) => {
  // The rule itself is the server's; in force here, it would lock the other journeys out too.
  await page.route('**/user/currentUser', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, lacksSecondFactor: true } } })
  })
  await page.goto('/Admin/Member')
  await expect(page).toHaveURL(/\/account\/settings\?tab=security$/)
  await expect(page.getByText('two-step verification').first()).toBeVisible()
  await expect(page.locator('.ant-table')).toHaveCount(0)
})

test('only the office loads the code of the office', async ({ page }) => {
  const visit = async (paths: readonly string[]): Promise<number> => {
    const addresses = new Set<string>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') addresses.add(response.url())
    })
    for (const path of paths) {
      await open(page, path)
      await page.waitForLoadState('networkidle')
    }
    page.removeAllListeners('response')
    // The browser forgets what it has loaded when another page is opened.
    const scripts = await Promise.all([...addresses].map(async (url) => (await page.request.get(url)).text()))
    return scripts.filter((script) => script.includes('anticon')).length
  }
  expect(await visit(['/', '/News', '/Welcome'])).toBe(0)
  expect(await visit(['/Admin/Member'])).toBeGreaterThan(0)
})

const empty = '/Outbox?state=expired'

const contest = ['/Activity', '/Phase', '/Team', '/Enrolment']
const paths = ['', '/Member', '/About', '/Document', '/Outbox', empty, '/Audit', '/Setting', ...contest]

for (const [turn, path] of paths.entries())
  test(`/Admin${path} fits a phone and a desk, by day and by night, and axe finds nothing`, async ({ page }) => {
    const widths = turn % 2 === 0 ? [390, 1280] : [1280, 390]
    await page.emulateMedia({ colorScheme: 'light' })
    for (const [round, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 800 })
      // The second look is at the same page, turned and at nightfall.
      if (round === 0) await open(page, `/Admin${path}`)
      else await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[class*=ant-]').first()).toBeVisible()
      if (path === '/About' && round === 0)
        await page
          .getByRole('button', { name: /^Edit “/ })
          .first()
          .click()
      await expectFits(page, width)
      expect(await findProblems(page)).toEqual([])
      if (path !== '/Member') continue
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      // The page behind it has been looked at.
      expect(await findProblems(page, { within: '[role=dialog]' })).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await rows(page).first().getByRole('link').first().click()
      await expect(page.getByRole('dialog').getByLabel('School')).toBeVisible()
      expect(await findProblems(page, { within: '[role=dialog]' })).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
