import { readFile } from 'node:fs/promises'
import { expect, open, mainPath } from './journey.ts'
import { importPeople, newName, openMember, row, rows, test } from './organiser.ts'
import { organiser } from './sites.ts'

// The browser logs refused requests as errors.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expected: /status of (401|403|409|422)/ })

test('search, filters, sort order and page are in the address, and Back restores them', async ({ page }) => {
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

test('visible columns can be chosen, and the choice is stored', async ({ page }) => {
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

test('a member is edited; the slower of two organisers is warned and loses nothing; the log shows before and after', async ({
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

  // Another organiser saves first.
  const { request } = page.context()
  const found = (await (await request.get(`/api/users?search=${name}`)).json()) as {
    data: { list: [{ uid: string }] }
  }
  const { uid } = found.data.list[0]
  const headers = { origin: baseURL! }
  await request.put(`/api/user/user/${uid}`, { data: { uid, version: 1, title: 'Lecturer' }, headers })

  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expect(dialog.getByText('Somebody else has changed this in the meantime')).toBeVisible()
  // The conflict is shown in the form, not in a toast.
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

test('organisers cannot disable themselves or change their own access', async ({ page }) => {
  await openMember(page, organiser.username)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You cannot change your own access.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Disable' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row(page, organiser.username).getByRole('link', { name: organiser.username, exact: true })).toBeFocused()
})

test('a member can be created; the drawer has its own address, and Back closes it', async ({ page }) => {
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

test('several members are disabled at once, listed by name; failures are shown with their reason', async ({
  page,
  baseURL,
}) => {
  const [first, second] = [newName(), newName()]
  await importPeople(page, baseURL!, [first, second])
  await open(page, '/Admin/Member')
  for (const name of [first, second]) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.route(`**/api/users/*/status`, async (route, request) => {
    // Changes the second member first, so that its version is stale.
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

test('the export contains exactly the listed members', async ({ page }) => {
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

test('a sheet is checked first, with its problems listed by row, and then imported', mainPath, async ({ page }) => {
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
