import type { BrowserContext } from '@playwright/test'
import { expect, open } from './journey.ts'
import { signUp, test } from './teacher.ts'

test.use({ site: 'office', locale: 'en-US', contextOptions: { reducedMotion: 'reduce' } })

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n',
)

test('what experts are judging is replaced once a second organiser confirms it', async ({
  browser,
  baseURL,
  callAsOrganiser,
}) => {
  type Works = { list: { id: string }[] }
  const { list } = await callAsOrganiser<Works>('get', '/api/works?state=accepted&pageSize=100')
  let judged: string | undefined
  for (const { id } of list) {
    const { isJudged } = await callAsOrganiser<{ isJudged: boolean }>('get', `/api/works/${id}/dossier`)
    if (isJudged) judged ??= id
  }
  const address = `/Admin/Work/${judged}`
  const enter = async (realName: string): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US', reducedMotion: 'reduce' })
    await signUp(context.request, baseURL!, { access: 'admin', isKnown: true, about: { realName } })
    return context
  }

  const first = await enter('Zhao Min')
  const page = await first.newPage()
  await open(page, address)
  await page.getByRole('switch', { name: 'As experts see it' }).click()
  await page.getByRole('tab', { name: 'Lesson plan' }).click()
  await page.getByRole('button', { name: 'Upload a redacted copy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Why replace what experts see?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Page 2 names the school')
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose the copy' }).click()
  await (await choosing).setFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(page.getByText('Proposed by Zhao Min')).toBeVisible()
  await expect(page.getByText('You proposed this copy. Another organizer has to confirm it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toBeDisabled()

  const second = await enter('Qian Shu')
  const other = await second.newPage()
  await open(other, address)
  await expect(other.getByText('Page 2 names the school')).toBeVisible()
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.getByText('Confirmed by Qian Shu')).toBeVisible()
  await first.close()
  await second.close()
})
