import { writeFile } from 'node:fs/promises'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import type { Work } from '@lectern/contract/works/works.ts'
import type { Request, Route } from '@playwright/test'
import { t } from '../server/platform/messages.ts'
import { expect, open } from './journey.ts'
import { createCall, signUp, test } from './teacher.ts'
import { enrolTeam, label, longFilm, openWorkActivity } from './work-steps.ts'

test.use({
  site: 'bucket',
  contextOptions: { reducedMotion: 'reduce' },
  // The bucket is the other host.
  expected: /^asked another host: http:\/\/127\.0\.0\.1:\d+\/lectern\/contest\/work\//,
})

const rules = {
  ...usualRules,
  parts: [{ id: 'video', kind: 'video', label: label('教学视频', 'Lesson video'), help: {}, required: true }],
}

const isPart = (request: Request): boolean => request.method() === 'PUT' && request.url().includes('/lectern/contest/')
const numberOf = (request: Request): number => Number(new URL(request.url()).searchParams.get('partNumber'))

test('a film goes to the bucket past the site, goes on after a reload, and its receipt tells when it is confirmed', async ({
  page,
  context,
  baseURL,
  callAsOrganiser,
}, info) => {
  await signUp(context.request, baseURL!, { isKnown: true })
  const asCaptain = createCall(context.request, baseURL!)
  await enrolTeam(callAsOrganiser, asCaptain, await openWorkActivity(callAsOrganiser, rules))
  const film = info.outputPath('lesson.mp4')
  await writeFile(film, await longFilm(26_000_000))

  const arrived: number[] = []
  const through: number[] = []
  page.on('requestfinished', (request) => {
    if (isPart(request)) arrived.push(numberOf(request))
    if (request.method() === 'PATCH') through.push(1)
  })
  /** The first two parts arrive; the others hang until the page is left. */
  const hold = (route: Route): unknown =>
    isPart(route.request()) && numberOf(route.request()) > 2 ? undefined : route.fallback()
  await page.route('**/lectern/contest/**', hold)

  await open(page, '/account/Work')
  const action = t('en-US', 'journey.prepareWork.action')
  await page.getByRole('main').getByRole('button', { name: action, exact: true }).click()
  const part = page.getByRole('region', { name: 'Lesson video' })
  await part.getByLabel('Lesson video', { exact: true }).setInputFiles(film)
  await expect.poll(() => arrived.toSorted()).toEqual([1, 2])
  await expect(part.getByRole('progressbar')).toBeVisible()

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unroute('**/lectern/contest/**', hold)
  await expect(part).toContainText('lesson.mp4')
  const chooser = page.waitForEvent('filechooser')
  await part.getByRole('button', { name: /same file/ }).click()
  await (await chooser).setFiles(film)
  await expect(part.getByRole('link', { name: 'lesson.mp4' })).toBeVisible()
  // No part is sent twice, and the site itself gets none.
  expect([arrived.toSorted(), through]).toEqual([[1, 2, 3, 4, 5], []])

  const id = new URL(page.url()).searchParams.get('id')!
  const work = await asCaptain<Work>('get', `/api/works/${id}`)
  await asCaptain('put', `/api/works/${id}`, {
    version: work.version,
    title: 'Refraction',
    summary: '',
    values: {},
    names: work.names.map(({ uid, name }) => ({ uid, name })),
    agreed: [],
  })
  const { version, files } = await asCaptain<Work>('get', `/api/works/${id}`)
  await asCaptain('post', `/api/works/${id}/submission`, { version, files: files.map((file) => file.id) })

  await open(page, `/account/Work/Receipt?id=${id}&number=1`)
  const main = page.getByRole('main')
  await expect(main).toContainText('SHA-256 computed by the browser, being confirmed by the server')
  expect(await asCaptain('post', '/api/journeys/confirmations')).toEqual({ files: 1 })
  await expect(main).toContainText('SHA-256 confirmed by the server')
})
