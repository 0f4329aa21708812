import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page, Request, Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, open, mainPath } from './journey.ts'
import { createCall, enterAsOrganiser, plainActivity, signUp, test } from './teacher.ts'

test.use({
  site: 'office',
  contextOptions: { reducedMotion: 'reduce' },
  // A lost connection and a refused file, both on purpose.
  expected: /status of (404|422)|ERR_CONNECTION_RESET/,
})

/** Creates an incompressible picture: every byte is transferred. */
const drawPhoto = (path: string) =>
  sharp(randomBytes(3 * 700 * 500), { raw: { width: 700, height: 500, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toFile(path)

const fieldIn = (page: Page) => page.getByRole('group', { name: 'Photo' })
const choose = (page: Page, path: string) => fieldIn(page).locator('input[type=file]').setInputFiles(path)

const isPiece = (request: Request): boolean => request.method() === 'PATCH'

test(
  'an upload of a picture resumes after a lost connection and a reload, from the last received byte',
  mainPath,
  async ({ page, baseURL }, info) => {
    await enterAsOrganiser(page.context().request, baseURL!)
    const offsets: string[] = []
    page.on('request', (request) => {
      if (isPiece(request)) offsets.push(request.headers()['upload-offset']!)
    })
    const uploads = '**/api/uploads/*'
    let pieces = 0
    const disturb = async (route: Route): Promise<void> => {
      if (!isPiece(route.request())) return route.fallback()
      pieces += 1
      if (pieces === 1) return route.fallback()
      // The second request fails; the third hangs until the page is left.
      if (pieces === 2) return route.abort('connectionreset')
    }
    await page.route(uploads, disturb)

    const photo = info.outputPath('lecture-hall.png')
    await drawPhoto(photo)
    await open(page, '/Admin/Expert/Edit')
    await choose(page, photo)
    await expect(fieldIn(page).getByText('lecture-hall.png').first()).toBeVisible()
    await expect.poll(() => pieces).toBe(3)

    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.unroute(uploads, disturb)
    await expect(fieldIn(page)).toContainText('was interrupted at')
    await choose(page, photo)
    await expect(fieldIn(page).getByRole('button', { name: 'Replace' })).toBeVisible()
    // The chunk size depends on the speed of the network.
    expect(offsets.slice(0, 4)).toEqual(['0', '524288', '524288', '524288'])

    const picture = fieldIn(page).locator('img')
    await expect(picture).toHaveJSProperty('naturalWidth', 320)
    const whole = await page.context().request.get((await fieldIn(page).getByRole('link').getAttribute('href'))!)
    expect([whole.status(), whole.headers()['content-type']]).toEqual([200, 'image/webp'])

    await fieldIn(page).getByRole('button', { name: 'Remove' }).click()
    const nothing = info.outputPath('nothing.png')
    await writeFile(nothing, '')
    await choose(page, nothing)
    await expect(fieldIn(page).getByRole('alert')).toHaveText(/^This file is empty/)
    const drawing = info.outputPath('drawing.png')
    await writeFile(drawing, '<svg/>')
    await choose(page, drawing)
    await expect(fieldIn(page).getByRole('alert')).toHaveText(/^This is not a picture we can read/)
  },
)

test('an unfinished upload of an answer is remembered after a reload, also if the form was opened by a button', async ({
  page,
  baseURL,
  callAsOrganiser,
}, info) => {
  const { edition } = await callAsOrganiser<{ edition: { id: string } }>('get', '/api/activities')
  const { id: activityId } = await callAsOrganiser<{ id: string }>('post', '/api/activities', {
    ...plainActivity,
    editionId: edition.id,
    code: `U${crypto.randomUUID().slice(0, 4).toUpperCase()}`,
    name: { 'zh-CN': '附件', 'en-US': 'Attachments' },
    summary: { 'zh-CN': '交一个文件', 'en-US': 'Hand in a file' },
    teamMax: 1,
    fields: [
      {
        id: 'work',
        type: 'file',
        label: { 'zh-CN': '作品', 'en-US': 'Your work' },
        help: {},
        required: true,
        personal: false,
      },
    ],
  })
  await callAsOrganiser('put', `/api/activities/${activityId}/state`, { state: 'published', version: 1 })
  await signUp(page.context().request, baseURL!, { isKnown: true })
  await createCall(page.context().request, baseURL!)('post', '/api/teams', { activityId, name: 'Reload', slogan: '' })

  let pieces = 0
  await page.route('**/api/uploads/*', async (route) => {
    if (!isPiece(route.request())) return route.fallback()
    pieces += 1
    // The first request succeeds; the second hangs until the page is left.
    if (pieces === 1) return route.fallback()
  })
  const work = info.outputPath('work.png')
  await drawPhoto(work)
  await open(page, `/EnrollFor/${activityId}`)
  await page.getByRole('link', { name: 'Fill in the form' }).click()
  const field = page.getByRole('group', { name: 'Your work' })
  await field.locator('input[type=file]').setInputFiles(work)
  await expect.poll(() => pieces).toBe(2)

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(field).toContainText('“work.png” was interrupted at')
  await field.locator('input[type=file]').setInputFiles(work)
  await expect(field.getByRole('button', { name: 'Replace' })).toBeVisible()
  await callAsOrganiser('put', `/api/activities/${activityId}/state`, { state: 'archived', version: 2 })
})
