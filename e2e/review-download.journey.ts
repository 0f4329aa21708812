import { readFile } from 'node:fs/promises'
import { findProblems } from './axe.ts'
import { expect, open } from './journey.ts'
import { createCall, signUp, test } from './teacher.ts'

test.use({ site: 'office', locale: 'en-US', contextOptions: { reducedMotion: 'reduce' } })

test('an expert downloads documents for reading offline, as long as the organizers allow it', async ({
  page,
  context,
  baseURL,
  office,
  callAsOrganiser: call,
}) => {
  const { uid } = await signUp(context.request, baseURL!, { access: 'expert', isKnown: true })
  const { code } = await call<{ code: string }>('post', '/api/journeys/assignments', { expert: uid })
  const callAsExpert = createCall(context.request, baseURL!)
  const { list } = await callAsExpert<{ list: { code: string; name: string }[] }>('get', '/api/review')
  const { list: rounds } = await call<{ list: { id: string; name: string; state: string }[] }>(
    'get',
    '/api/rounds?state=open&pageSize=100',
  )
  const { id } = rounds.find(({ name }) => name === list[0]!.name)!

  const allow = async (isAllowed: boolean): Promise<void> => {
    await open(office, `/Admin/Review/${id}?tab=rules`)
    await office
      .getByRole('checkbox', { name: 'Experts may download the documents of their works' })
      .setChecked(isAllowed)
    await office.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(office.getByRole('status').filter({ hasText: 'Saved' }).first()).toBeVisible()
  }
  const link = page.getByRole('link', { name: 'Download documents (ZIP)' })

  // The rules of the round are frozen; this is not one of them.
  await allow(false)
  await open(page, `/Review?round=${list[0]!.code}`)
  await expect(page.getByRole('link', { name: 'Add to my calendar' })).toBeVisible()
  await expect(link).toHaveCount(0)

  await allow(true)
  await page.reload()
  await expect(link).toBeVisible()
  expect(await findProblems(page, { within: 'main' })).toEqual([])
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(new RegExp(`^Review documents ${list[0]!.code} .*\\.zip$`))
  const archive = await readFile(await download.path())
  expect([archive.includes('index.html'), archive.includes(`${code}/${code}.html`)]).toEqual([true, true])
})
