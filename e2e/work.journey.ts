import type { Locale } from '@lectern/contract/locales.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import type { Page, Request } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { t as sayIn } from '../server/platform/messages.ts'
import { pdfSample } from '../server/testing/document-samples.ts'
import { mediaSample } from '../server/testing/media-samples.ts'
import { findProblems, findProblemsAgain } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { createCall, signUp, test as base } from './teacher.ts'
import { enrolTeam, label, longFilm, openWorkActivity } from './work-steps.ts'

type Translate = (id: MessageId, values?: Record<string, string | number>) => string

const test = base.extend<{ t: Translate }>({
  t: async ({ locale }, provide) => provide((id, values) => sayIn(locale as Locale, id, values)),
})

test.use({
  site: 'office',
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'reduce' },
  expected: /ERR_INTERNET_DISCONNECTED/,
})

const part = { help: {}, required: true }
const rules = {
  ...usualRules,
  parts: [
    { ...part, id: 'video', kind: 'video', label: label('教学视频', 'Lesson video'), limits: { maxSeconds: 600 } },
    { ...part, id: 'plan', kind: 'document', label: label('教案', 'Lesson plan'), limits: { maxPages: 3 } },
    { ...part, id: 'idea', kind: 'text', label: label('设计思路', 'Idea'), limits: { maxCharacters: 100 } },
    { ...part, id: 'site', kind: 'link', label: label('课程网址', 'Course website'), required: false },
  ],
  declarations: [{ id: 'original', text: label('本作品为团队原创。', 'This work is our own.') }],
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string): Promise<void> => main(page).getByRole('button', { name, exact: true }).click()
const expectGood = async (page: Page, find = findProblems): Promise<void> => {
  expect(await find(page, { within: 'main' })).toEqual([])
  await page.setViewportSize({ width: 320, height: 844 })
  await expectFits(page, 320)
  await page.setViewportSize({ width: 390, height: 844 })
}

/** Opens a work in the office and decides on it. */
const decide = async (office: Page, number: string, action: 'Return' | 'Accept', reason?: string): Promise<void> => {
  await open(office, `/Admin/Work?search=${number}`)
  await main(office).getByRole('link', { name: number }).click()
  await office.getByRole('button', { name: action, exact: true }).click()
  const dialog = office.getByRole('dialog')
  if (reason) await dialog.getByLabel('Reason (visible to the team)').fill(reason)
  await dialog.getByRole('button', { name: action }).click()
  await expect(office.getByRole('status').filter({ hasText: `1 work ${action.toLowerCase()}ed` })).toBeVisible()
}

for (const { locale, style } of [
  { locale: 'zh-CN', style: 'light' },
  { locale: 'en-US', style: 'dark' },
] as const)
  test.describe(`in ${locale}`, locale === 'en-US' ? mainPath : {}, () => {
    test.use({ locale, colorScheme: style })

    test('a team hands in a work over a broken network, replaces a file, revises what was returned, and is accepted', async ({
      page,
      context,
      baseURL,
      t,
      office,
      callAsOrganiser,
    }) => {
      await signUp(context.request, baseURL!, { locale, isKnown: true })
      const activityId = await openWorkActivity(callAsOrganiser, rules)
      const number = await enrolTeam(callAsOrganiser, createCall(context.request, baseURL!), activityId)
      const nameOf = (id: string): string => rules.parts.find((one) => one.id === id)!.label[locale]
      const section = (id: string) => main(page).getByRole('region', { name: nameOf(id) })
      const field = (id: string) => section(id).getByLabel(nameOf(id), { exact: true })
      const standing = (id: string) =>
        main(page)
          .getByRole('listitem')
          .filter({ hasText: nameOf(id) })

      // What to hand in, and what of it is there.
      await open(page, '/account/Work')
      await expect(main(page)).toContainText(number)
      await expect(standing('video')).toContainText(t('work.standing.missing'))
      await expectGood(page)
      await press(page, t('journey.prepareWork.action'))
      await expect(page).toHaveURL(/\/account\/Work\/Edit\?id=/)
      await expect(main(page)).toContainText(number)

      // The deadline is shown once, and there is nothing to withdraw yet.
      await expect(main(page).locator('time')).toHaveCount(1)
      const withdrawal = main(page).getByRole('button', { name: t('work.withdraw.action') })
      await expect(withdrawal).toHaveCount(0)

      // A file that breaks a rule is refused before a byte of it is sent.
      const sent: Request[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/uploads')) sent.push(request)
      })
      await field('video').setInputFiles(file('long.mp4', await mediaSample('long.mp4')))
      await expect(section('video').getByRole('alert')).toContainText(t('work.notSent'))
      expect(sent).toEqual([])
      await expectGood(page)
      await press(page, t('work.understood'))

      // The network goes away after the first piece. The upload continues from there.
      const uploads = '**/api/uploads/*'
      let isCut = false
      await page.route(uploads, async (route) => {
        const { 'upload-offset': offset } = route.request().headers()
        if (isCut || route.request().method() !== 'PATCH' || offset === '0') return route.fallback()
        isCut = true
        await context.setOffline(true)
        return route.abort('internetdisconnected')
      })
      await field('video').setInputFiles(file('lesson.mp4', await longFilm(2_000_000)))
      const offline = new RegExp(t('upload.offline', { percent: '##' }).replace('##', '[1-9]\\d?.?%'))
      await expect(section('video').getByText(offline).first()).toBeVisible()
      await expectGood(page, findProblemsAgain)
      await page.unroute(uploads)
      await context.setOffline(false)
      await expect(section('video').getByRole('link', { name: 'lesson.mp4' })).toBeVisible()
      const offsets = sent.flatMap((request) =>
        request.method() === 'PATCH' ? [request.headers()['upload-offset']] : [],
      )
      expect(offsets.filter((offset) => offset === '0')).toHaveLength(1)

      // Everything that is missing is listed, with links to its place.
      await press(page, t('work.toCheck'))
      const problems = page.getByRole('alert').filter({ hasText: t('form.problems') })
      await expect(problems.getByRole('listitem')).toHaveCount(5)
      await problems.getByRole('link', { name: nameOf('plan') }).click()
      await expect(field('plan')).toBeFocused()
      await expect(section('plan')).toContainText(t('work.problem.missing'))
      await expectGood(page, findProblemsAgain)

      // A part that is full has its problem at the button that replaces the file.
      await field('plan').setInputFiles(file('long-plan.pdf', await pdfSample(4)))
      await expect(section('plan').getByRole('link', { name: 'long-plan.pdf' })).toBeVisible()
      await expect(main(page).getByText(t('work.standing.checking'))).toHaveCount(0)
      await press(page, t('work.toCheck'))
      await problems.getByRole('link', { name: nameOf('plan') }).click()
      await expect(section('plan').getByRole('button', { name: t('work.replace') })).toBeFocused()
      await section('plan')
        .getByRole('button', { name: t('work.remove') })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('work.remove') })
        .click()
      await expect(section('plan').getByRole('link')).toHaveCount(0)

      // Of two files the part takes one; the other is named.
      await section('plan').evaluate((place) => {
        const dropped = new DataTransfer()
        for (const name of ['one.txt', 'two.txt']) dropped.items.add(new File(['text'], name))
        const { parentElement: area } = place.querySelector('input[name="plan"]')!
        area!.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: dropped }))
      })
      await expect(section('plan').getByRole('alert').last()).toContainText(t('work.surplus', { max: 1 }))

      // Another choice takes the place of what was refused.
      await field('plan').setInputFiles(file('plan.pdf', await pdfSample(2)))
      await page.getByLabel(t('work.title'), { exact: true }).fill('Light and shadow')
      await page.getByLabel(nameOf('idea')).fill('See it, then calculate it.')
      await page.getByLabel(t('work.names.confirm')).check()
      await page.getByLabel(rules.declarations[0]!.text[locale]).check()
      await expect(section('plan').getByRole('link', { name: 'plan.pdf' })).toBeVisible()
      await expect(main(page).getByText(t('work.standing.checking'))).toHaveCount(0)
      await expect(section('plan').getByRole('listitem')).toHaveCount(1)
      await press(page, t('work.toCheck'))
      await expectGood(page)
      // From each line back to where it is changed.
      for (const [name, where] of [
        [t('work.title'), page.getByLabel(t('work.title'), { exact: true })],
        [nameOf('idea'), page.getByLabel(nameOf('idea'))],
      ] as const) {
        // In Chinese the name has a space where the button's visible text ends.
        const change = new RegExp(t('enrolment.change', { label: '##' }).replace('##', String.raw`\s*${name}`))
        await main(page).getByRole('button', { name: change }).click()
        await expect(where).toBeFocused()
        await press(page, t('work.toCheck'))
      }
      await main(page)
        .getByRole('button', { name: t('work.submit.action') })
        .dblclick()
      await expect(page.getByRole('heading', { name: t('work.submitted.title') })).toBeVisible()
      await expect(withdrawal).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expectGood(page)

      // A file is replaced and the work is submitted again; the first submission stays.
      await press(page, t('work.edit'))
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      const choosing = page.waitForEvent('filechooser')
      await section('plan')
        .getByRole('button', { name: t('work.replace') })
        .click()
      await (await choosing).setFiles(file('better-plan.pdf', await pdfSample(3)))
      await expect(section('plan').getByRole('listitem')).toHaveCount(1)
      await expect(section('plan').getByRole('link', { name: 'better-plan.pdf' })).toBeVisible()
      await press(page, t('work.toCheck'))
      await press(page, t('work.submit.again'))
      const versions = page.getByRole('region', { name: t('work.versions') }).getByRole('listitem')
      await expect(versions).toHaveCount(2)
      await expect(versions.first()).toContainText(t('work.changed', { labels: nameOf('plan') }))

      // The receipt names the files, and is a document to keep.
      await main(page)
        .getByRole('link', { name: t('work.receipt') })
        .first()
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('receipt.title'))
      for (const text of [number, 'Light and shadow', 'lesson.mp4', 'better-plan.pdf'])
        await expect(main(page).getByText(text).first()).toBeVisible()
      await expectGood(page)
      const download = page.waitForEvent('download')
      await main(page)
        .getByRole('link', { name: t('receipt.pdf') })
        .click()
      const saved = await (await download).createReadStream()
      expect(((await saved.take(1).toArray()) as Buffer[])[0]!.subarray(0, 5).toString()).toBe('%PDF-')
      await main(page)
        .getByRole('link', { name: t('receipt.submission', { number: 1 }) })
        .click()
      await expect(main(page)).toContainText(t('receipt.replaced', { latest: 2 }))
      await expect(main(page).getByText('plan.pdf', { exact: true })).toBeVisible()

      // Returned with a reason; the team revises and submits again.
      await decide(office, number, 'Return', 'The plan lacks goals.')
      await open(page, '/account/Work')
      await expect(main(page)).toContainText('The plan lacks goals.')
      await expectGood(page, findProblemsAgain)
      await main(page)
        .getByRole('link', { name: t('journey.resubmitWork.action') })
        .click()
      await expect(main(page)).toContainText(t('work.told.returned'))
      await expectGood(page, findProblemsAgain)
      await page.getByLabel(nameOf('idea')).fill('Goals first: see it, then calculate it.')
      await press(page, t('work.toCheck'))
      await press(page, t('work.submit.again'))
      await expect(page.getByRole('heading', { name: t('work.submitted.title') })).toBeVisible()
      await expect(withdrawal).toBeVisible()

      await decide(office, number, 'Accept')
      await open(page, '/account/Work')
      await expect(main(page)).toContainText(t('work.state.accepted'))
      await main(page)
        .getByRole('link', { name: t('journey.workAccepted.action') })
        .click()
      await expect(main(page)).toContainText('Goals first: see it, then calculate it.')
      await expect(page.getByRole('button', { name: t('work.edit') })).toHaveCount(0)
      await expectGood(page, findProblemsAgain)
    })
  })

test('an upload that a reload has interrupted is named and goes on with the same file; a phone finds the page', async ({
  page,
  context,
  baseURL,
  t,
  callAsOrganiser,
}, info) => {
  await signUp(context.request, baseURL!, { isKnown: true })
  const asCaptain = createCall(context.request, baseURL!)
  await enrolTeam(callAsOrganiser, asCaptain, await openWorkActivity(callAsOrganiser, rules))
  await open(page, '/account/Work')
  await press(page, t('journey.prepareWork.action'))
  const section = main(page).getByRole('region', { name: 'Lesson video' })

  const offsets: string[] = []
  await page.route('**/api/uploads/*', async (route) => {
    const { 'upload-offset': offset } = route.request().headers()
    if (route.request().method() !== 'PATCH') return route.fallback()
    offsets.push(offset!)
    // The first piece arrives; the second hangs until the page is left.
    if (offset === '0') return route.fallback()
  })
  const film = info.outputPath('lesson.mp4')
  await writeFile(film, await longFilm(2_000_000))
  await section.getByLabel('Lesson video', { exact: true }).setInputFiles(film)
  await expect.poll(() => offsets.length).toBe(2)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await expect(section.getByRole('listitem')).toContainText(['lesson.mp4'])
  await expect(section).toContainText(t('work.unfinished.goOn'))
  await expect(section.getByRole('progressbar')).toHaveAttribute('value', /^0\.[1-9]/)
  await expectGood(page)

  // Another file is not sent in its place.
  const choose = async (path: string): Promise<void> => {
    const choosing = page.waitForEvent('filechooser')
    await section.getByRole('button', { name: t('work.unfinished.choose') }).click()
    await (await choosing).setFiles(path)
  }
  const other = info.outputPath('other.mp4')
  await writeFile(other, await mediaSample('lesson.mp4'))
  await choose(other)
  await expect(section.getByRole('alert')).toContainText(t('work.unfinished.otherFile'))
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset']!)
  })
  await choose(film)
  await expect(section.getByRole('link', { name: 'lesson.mp4' })).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  expect(offsets.filter((offset) => offset === '0')).toHaveLength(1)

  // What was begun elsewhere is named in the last check, and can be given up.
  const begun = await context.request.post(`${baseURL}/api/uploads`, {
    headers: {
      origin: baseURL!,
      'tus-resumable': '1.0.0',
      'upload-length': '100',
      'upload-metadata': Object.entries({
        filename: 'plan.pdf',
        purpose: 'work',
        work: new URL(page.url()).searchParams.get('id')!,
        part: 'plan',
      })
        .map(([key, value]) => `${key} ${btoa(value)}`)
        .join(),
    },
  })
  expect(begun.status()).toBe(201)
  await page.reload()
  const plan = main(page).getByRole('region', { name: 'Lesson plan' })
  await expect(plan).toContainText(t('work.unfinished.goOnElsewhere'))
  await expect(plan.getByRole('button', { name: t('work.unfinished.choose') })).toHaveCount(0)
  await plan.getByRole('button', { name: t('work.unfinished.giveUp') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('work.unfinished.giveUp') })
    .click()
  await expect(plan.getByRole('listitem')).toHaveCount(0)

  await expect(page.getByText(t('work.phone'))).toBeHidden()
  await page.setViewportSize({ width: 1_280, height: 800 })
  await page.getByText(t('work.phone')).click()
  await expect(page.getByRole('img', { name: t('work.phone.code') })).toHaveJSProperty('complete', true)
  await expect(main(page).getByText(page.url(), { exact: true })).toBeVisible()
  expect(await findProblems(page, { within: 'main' })).toEqual([])
})
