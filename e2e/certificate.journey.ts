import type { Page } from '@playwright/test'
import { readZip } from '../server/testing/read-zip.ts'
import { findProblems } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { row } from './organiser.ts'
import { signUp, test } from './teacher.ts'

test.use({
  site: 'office',
  locale: 'en-US',
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'reduce' },
})

const letters = (): string => Array.from({ length: 4 }, () => String.fromCharCode(65 + Math.random() * 26)).join('')

interface Own {
  list: { number: string; address: string; name: string }[]
}

const choose = async (page: Page, field: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('dialog').getByLabel(field, { exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByText(option).click()
}

test(
  'a certificate is issued, downloaded on a phone, verified by a stranger, and replaced',
  mainPath,
  async ({ page, office, browser, baseURL }) => {
    // A teacher whose name is misspelt in the results.
    const { uid } = await signUp(page.context().request, baseURL!, { isKnown: true })
    const activity = `Lesson ${letters()}`
    const data = { captain: uid, activity, title: `Light in ${activity}`, awarded: 'He Lann' }
    const headers = { origin: baseURL! }
    expect((await page.context().request.post('/api/journeys/lists', { data, headers })).status()).toBe(200)

    // The organiser sees who would get what before anything is issued.
    await open(office, '/Admin/Certificate?tab=issues')
    await office.getByRole('button', { name: 'New issue' }).click()
    await choose(office, 'Template', 'Award (landscape) · Award')
    await choose(office, 'Announced result list', new RegExp(activity))
    await choose(office, 'Number series', 'New series…')
    const dialog = office.getByRole('dialog')
    await dialog.getByLabel('Prefix').fill('LT')
    await dialog.getByLabel('Code').fill(letters())
    await dialog.getByRole('button', { name: 'New issue' }).click()
    const drawer = office.getByRole('dialog', { name: new RegExp(activity) })
    await expect(drawer.getByText('1 certificate would be issued', { exact: false })).toBeVisible()
    await expect(row(office, 'He Lann')).toContainText('To be issued')
    expect(await findProblems(office, { within: '.ant-drawer' })).toEqual([])

    // Until then it can still be changed.
    await drawer.getByRole('button', { name: 'Change issue' }).click()
    const changing = office.getByRole('dialog', { name: 'Change issue' })
    await changing.getByRole('textbox', { name: 'Date on the certificate' }).fill('2031-06-01')
    await changing.getByRole('button', { name: 'Save' }).click()
    await expect(drawer).toContainText('2031-06-01')
    await drawer.getByRole('button', { name: 'Issue 1 certificate' }).click()
    const question = office.getByRole('dialog', { name: 'Issue 1 certificate now?' })
    await expect(question).toContainText('Numbers are permanent')
    // Until the real page is drawn, a sketch is beside it.
    const first = question.getByRole('img', { name: 'The first certificate' })
    await expect(first.and(question.locator(':only-child'))).toBeVisible()
    await expect(question).toContainText('The certificates have no stamp.')
    expect(await findProblems(office, { within: '.ant-modal' })).toEqual([])
    await question.getByRole('button', { name: 'Issue', exact: true }).click()
    await expect(row(office, 'He Lann')).toContainText('Has one')
    await expect(drawer.getByText('Issued', { exact: true })).toBeVisible()
    await expect(drawer.getByText('Nothing is left to issue: 1 person has a certificate.')).toBeVisible()
    await expect(drawer.getByRole('button', { name: /^Issue/ })).toHaveCount(0)

    // The teacher finds it on a phone.
    await open(page, '/account/Certificate')
    const card = page.getByRole('article').filter({ hasText: activity })
    await expect(card).toContainText('He Lann')
    const downloading = page.waitForEvent('download')
    await card.getByRole('link', { name: 'Download PDF' }).click()
    const { list } = (await (await page.request.get('/api/account/certificates')).json()).data as Own
    const [{ number, address }] = list as [Own['list'][number]]
    expect((await downloading).suggestedFilename()).toBe(`${number} He Lann.pdf`)
    await card.getByRole('button', { name: 'QR code' }).click()
    await expect(page.getByRole('img', { name: `QR code of certificate ${number}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectFits(page, 390)
    expect(await findProblems(page)).toEqual([])

    // A stranger scans the code: the state comes first, then what the paper must say.
    const stranger = await (await browser.newContext({ baseURL: baseURL!, locale: 'en-US' })).newPage()
    await stranger.goto(address)
    const heading = stranger.getByRole('main').getByRole('heading')
    await expect(heading).toHaveText(['Verify a certificate', 'This certificate is valid', 'Compare a PDF'])
    await expect(stranger.getByRole('definition').filter({ hasText: 'He Lann' })).toBeVisible()
    await expect(stranger.getByRole('definition').filter({ hasText: 'June 1, 2031' })).toBeVisible()
    const file = { name: 'paper.pdf', mimeType: 'application/pdf' }
    const pdf = await (await downloading).createReadStream()
    const bytes = Buffer.concat(await pdf.toArray())
    await stranger.getByLabel('Choose or drop the PDF', { exact: false }).setInputFiles({ ...file, buffer: bytes })
    await expect(stranger.getByText('is exactly the file that was issued', { exact: false })).toBeVisible()
    bytes[bytes.length >> 1]! ^= 1
    await stranger.getByLabel('Choose or drop the PDF', { exact: false }).setInputFiles({ ...file, buffer: bytes })
    await expect(stranger.getByRole('heading', { name: 'is not the file that was issued' })).toBeInViewport()

    // The organiser replaces it: the old code says so first, and leads to the new one.
    await open(office, `/Admin/Certificate?search=${number}`)
    const item = office.getByRole('listitem').filter({ hasText: number })
    await item.getByRole('button', { name: number }).click()
    await office.getByRole('menuitem', { name: 'Replace' }).click()
    const replacing = office.getByRole('dialog')
    await replacing.getByLabel('Name', { exact: true }).fill('He Lan')
    await replacing.getByLabel('Reason').fill('One n too many')
    await replacing.getByRole('button', { name: 'Replace' }).click()
    await expect(item.getByText('Replaced', { exact: true })).toBeVisible()
    await stranger.goto(address)
    await expect(heading.nth(1)).toHaveText('This certificate was replaced')
    await expect(stranger.getByText('Reason: One n too many')).toBeVisible()
    await stranger.getByRole('link', { name: /^See the new certificate/ }).click()
    await expect(heading.nth(1)).toHaveText('A certificate with this number is valid')
    await expect(stranger.getByRole('definition').filter({ hasText: 'H* L**' })).toBeVisible()
    await stranger.context().close()
  },
)

test('an archive holds the certificates that the organiser filters, and no others', async ({ office }) => {
  await office.setViewportSize({ width: 1280, height: 800 })
  await open(office, '/Admin/Certificate')
  await office.getByRole('combobox', { name: 'Kind' }).click()
  await office.locator('.ant-select-dropdown:visible').getByText('Expert', { exact: true }).click()
  await expect(office).toHaveURL(/kind=expert/)
  await office.getByRole('button', { name: 'These as ZIP' }).click()
  await office.getByRole('link', { name: 'See tasks' }).click()
  const downloading = office.waitForEvent('download')
  const made = row(office, 'Archive of certificates').getByRole('link', { name: /\.zip$/ })
  await made.click()
  const archive = await (await downloading).createReadStream()
  const listed = async (filter: string): Promise<string[]> => {
    const { data } = (await (await office.request.get(`/api/certificates?pageSize=100${filter}`)).json()) as {
      data: Own
    }
    return data.list.map(({ number, name }) => `${number} ${name}.pdf`).toSorted()
  }
  const ofExperts = await listed('&kind=expert')
  expect(Object.keys(readZip(Buffer.concat(await archive.toArray()))).toSorted()).toEqual(ofExperts)
  // The demo has certificates of experts, and others.
  expect(ofExperts.length).toBeGreaterThan(1)
  expect((await listed('')).length).toBeGreaterThan(ofExperts.length)
})
