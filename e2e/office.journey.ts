import { expect, open } from './journey.ts'
import { importPeople, newName, openMember, rows, test } from './organiser.ts'

// The browser logs refused requests as errors.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expected: /status of (401|403|409|422)/ })

test('a visitor is redirected to the sign-in page, and comes back after signing in', async ({ visitor }) => {
  await visitor.goto('/Admin/Member?status=active')
  await expect(visitor).toHaveURL(/\/account\/Login\?redirect=%2FAdmin%2FMember%3Fstatus%3Dactive$/i)
})

test('a member signs in with a code from the outbox, has no access to the office, and is signed out when disabled', async ({
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
  // An imported member has not agreed to the documents yet.
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

test('a document is published once, as a new version, with what was typed; leaving before that asks for confirmation', async ({
  page,
}) => {
  const sent: { key: string | undefined; basedOn: number; title: string }[] = []
  // Intercepted, because a real new version would ask users in all other journeys to agree.
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

test('an organiser without the required second factor is redirected to set it up', async ({ page }) => {
  // Simulated in the browser: the real setting would lock out the other journeys.
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
    // Downloads the scripts again, because the browser drops the response bodies after a navigation.
    const scripts = await Promise.all([...addresses].map(async (url) => (await page.request.get(url)).text()))
    return scripts.filter((script) => script.includes('anticon')).length
  }
  expect(await visit(['/', '/News', '/Welcome'])).toBe(0)
  expect(await visit(['/Admin/Member'])).toBeGreaterThan(0)
})
