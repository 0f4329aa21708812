import type { Page } from '@playwright/test'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { usualRules } from '@lectern/contract/works/work-values.ts'
import { pdfSample } from '../server/testing/document-samples.ts'
import { expect, expectFits, open } from './journey.ts'
import { signUp, type createCall } from './teacher.ts'
import { openWorkActivity } from './work-steps.ts'

// What people of an institution do on its pages, in any language.

type Call = ReturnType<typeof createCall>
export type Translate = (id: MessageId, values?: Record<string, string | number>) => string

interface Stored {
  id: string
  version: number
}

interface Place {
  activity: string
  institution: string
}

export const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string): Promise<void> => main(page).getByRole('button', { name, exact: true }).click()

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

const sheet = (rows: readonly (readonly string[])[]) => ({
  name: 'sheet.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((cells) => cells.join(',')).join('\n')),
})

/** An activity whose works are recommended by schools, then by provinces, now; each hands in a text. */
export const openRecommendingActivity = async (call: Call): Promise<string> => {
  const part = { id: 'idea', label: { 'en-US': 'Idea' }, help: {}, kind: 'text', required: true }
  const id = await openWorkActivity(call, { ...usualRules, parts: [part] })
  const { edition } = await call<{ edition: { id: string } }>('get', '/api/activities')
  const phase = { editionId: edition.id, activityId: id, opensAt: inDays(-2), graceMinutes: 0 }
  await call('post', '/api/phases', { ...phase, kind: 'school-recommendation', closesAt: inDays(3) })
  await call('post', '/api/phases', { ...phase, kind: 'province-recommendation', closesAt: inDays(5) })
  await call('put', `/api/activities/${id}/recommendation`, {
    thing: 'work',
    by: 'schoolAndProvince',
    provincesWriteQuotas: true,
    needsScan: true,
    version: 0,
  })
  return id
}

/** A sheet that was tried out, and then is imported. */
const importSheet = async (
  page: Page,
  t: Translate,
  rows: readonly (readonly string[])[],
  { confirm, would, done }: Record<'confirm' | 'would' | 'done', string>,
): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('office.sheet.file')).setInputFiles(sheet(rows))
  await expect(dialog.getByRole('status').filter({ hasText: would })).toBeVisible()
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await expect(dialog.getByRole('status').filter({ hasText: done })).toBeVisible()
  await dialog
    .getByRole('button', { name: t('office.sheet.close'), exact: true })
    .last()
    .click()
  await expect(dialog).toHaveCount(0)
}

/** The organiser imports a province with its schools: a dry run, then the import. */
export const importInstitutions = async (
  page: Page,
  t: Translate,
  { province, schools }: { province: string; schools: readonly string[] },
): Promise<void> => {
  await open(page, '/Admin/Institution')
  await page.getByRole('button', { name: t('office.institutions.import'), exact: true }).click()
  const counts = { added: schools.length + 1, changed: 0, same: 0 }
  const rows = [
    ['kind', 'name', 'parent'],
    ['province', province, ''],
    ...schools.map((name) => ['school', name, province]),
  ]
  await importSheet(page, t, rows, {
    confirm: t('office.institutions.import'),
    would: t('office.institutions.import.would', counts),
    done: t('office.institutions.import.done', counts),
  })
}

export const institutionNamed = async (call: Call, name: string): Promise<string> => {
  type Found = { list: { id: string; name: object }[] }
  const { list } = await call<Found>('get', `/api/institutions?search=${encodeURIComponent(name)}`)
  return list.find((each) => Object.values(each.name).includes(name))!.id
}

interface Invited {
  name: string
  contact: string
}

/** The organiser invites officers of institutions from a sheet. */
export const inviteFromOffice = async (page: Page, t: Translate, institution: string, people: readonly Invited[]) => {
  await open(page, '/Admin/Institution?tab=officers')
  await page.getByRole('button', { name: t('office.institutions.officer.import'), exact: true }).click()
  const rows = [['institution', 'name', 'contact'], ...people.map(({ name, contact }) => [institution, name, contact])]
  const count = people.length
  await importSheet(page, t, rows, {
    confirm: t('office.institutions.officer.invite'),
    would: t('office.institutions.officer.import.would', { count }),
    done: t('office.institutions.officer.import.done', { count }),
  })
}

/** The officer of a province invites officers of its schools from a sheet. */
export const inviteFromProvince = async (
  page: Page,
  t: Translate,
  people: readonly (Invited & { school: string })[],
) => {
  await open(page, '/Institution/Below')
  await press(page, t('recommendation.issue.open'))
  const dialog = page.getByRole('dialog', { name: t('recommendation.issue.title') })
  const rows = people.map(({ school, name, contact }) => [school, name, contact])
  const file = sheet([['institution', 'name', 'contact'], ...rows])
  await dialog.getByLabel(t('recommendation.issue.file')).setInputFiles(file)
  await dialog.getByRole('button', { name: t('recommendation.issue.try') }).click()
  await expect(dialog.getByText(t('recommendation.issue.ready', { count: people.length }))).toBeVisible()
  await dialog.getByRole('button', { name: t('recommendation.issue.send') }).click()
  await expect(dialog.getByText(t('recommendation.issue.done', { count: people.length }))).toBeVisible()
  await dialog
    .getByRole('button', { name: t('recommendation.close'), exact: true })
    .first()
    .click()
}

/** Follows the link of an invitation, and accepts it. */
export const acceptInvitation = async (
  page: Page,
  t: Translate,
  letter: string,
  institution: string,
): Promise<void> => {
  const { pathname, search } = new URL(/https?:\S+invitation=[\w-]+/.exec(letter)![0])
  await open(page, pathname + search)
  await expect(main(page)).toContainText(t('account.officer.invitation', { institution }))
  await press(page, t('account.officer.accept'))
  await expect(main(page)).toContainText(t('account.officer.accepted', { institution }))
}

/** A team of a school that has handed in a work; returns the id of the work. */
export const handInWork = async (
  asOrganiser: Call,
  asCaptain: Call,
  { activity, institution }: Place,
  title: string,
): Promise<string> => {
  const content = { activityId: activity, name: `Chalk ${title}`, slogan: '', institutionId: institution }
  const { id: team } = await asCaptain<Stored>('post', '/api/teams', content)
  const draft = await asCaptain<Stored>('post', '/api/enrolments', { teamId: team })
  const path = `/api/enrolments/${draft.id}/submission`
  const { id, version } = await asCaptain<Stored>('post', path, { version: draft.version })
  const enrolments = [{ id, version }]
  await asOrganiser('post', '/api/enrolments/decisions', { enrolments, decision: 'approved' })
  const { id: work } = await asCaptain<Stored>('post', '/api/works', { enrolmentId: id })
  await submitTitle(asCaptain, work, title)
  return work
}

/** A work is handed in with this title. */
export const submitTitle = async (asCaptain: Call, id: string, title: string): Promise<void> => {
  const path = `/api/works/${id}`
  const work = await asCaptain<Stored & { names: { uid: string; name: string }[] }>('get', path)
  const { version } = await asCaptain<Stored>('put', path, {
    version: work.version,
    title,
    summary: 'A lesson',
    values: { idea: 'See it, then calculate it.' },
    names: work.names.map(({ uid, name }) => ({ uid, name })),
    agreed: [],
  })
  await asCaptain('post', `${path}/submission`, { version, files: [] })
}

export const listPath = ({ activity, institution }: Place): string =>
  `/Institution?institution=${institution}&activity=${activity}`

const ranking = (page: Page, t: Translate) => page.getByRole('list', { name: t('recommendation.ranking'), exact: true })

export const expectOrder = (page: Page, t: Translate, titles: readonly string[]): Promise<void> =>
  expect(ranking(page, t).getByRole('listitem')).toContainText([...titles])

const handleOf = (page: Page, t: Translate, name: string, position: number, total: number) =>
  page.getByRole('button', { name: t('recommendation.rank.handle', { name, position, total }) })

/** Adds entries in this order, by their buttons. */
export const recommend = async (page: Page, t: Translate, titles: readonly string[]): Promise<void> => {
  for (const [at, title] of titles.entries()) {
    await main(page)
      .getByRole('button', { name: `${t('recommendation.entry.add')} ${title}` })
      .click()
    await expectOrder(page, t, titles.slice(0, at + 1))
  }
}

/** The last entry goes to the top by keys; then the second is dragged below the third. Returns the order. */
export const rankByKeysAndDrag = async (
  page: Page,
  t: Translate,
  [first, second, third]: readonly [string, string, string],
): Promise<string[]> => {
  await handleOf(page, t, third, 3, 3).press('ArrowUp')
  await expectOrder(page, t, [first, third, second])
  await expect(handleOf(page, t, third, 2, 3)).toBeFocused()
  await handleOf(page, t, third, 2, 3).press('Home')
  await expectOrder(page, t, [third, first, second])

  const handle = handleOf(page, t, first, 2, 3)
  const below = ranking(page, t).getByRole('listitem').nth(2)
  await below.scrollIntoViewIfNeeded()
  await handle.hover()
  const [from, target] = [(await handle.boundingBox())!, (await below.boundingBox())!]
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, target.y + target.height / 2)
  await page.mouse.move(from.x + from.width / 2, target.y + target.height - 4)
  await page.mouse.up()
  const order = [third, second, first]
  await expectOrder(page, t, order)
  return order
}

/** From the ranking: the summary is made, its stamped scan is uploaded, and the list is handed in. */
export const handInList = async (page: Page, t: Translate, width: number): Promise<void> => {
  await press(page, t('recommendation.toCheck'))
  await press(page, t('recommendation.summary.make'))
  const summary = main(page).getByRole('link', { name: t('recommendation.summary.open') })
  const answer = await page.request.get((await summary.getAttribute('href'))!)
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  const scan = main(page).getByRole('group', { name: t('recommendation.scan') })
  const file = { name: 'stamped.pdf', mimeType: 'application/pdf', buffer: await pdfSample(1) }
  await scan.locator('input[type=file]').setInputFiles(file)
  await expect(scan.getByRole('button', { name: t('upload.replace') })).toBeVisible()
  await expectFits(page, width)
  await press(page, t('recommendation.handIn'))
  await expect(main(page).getByRole('heading', { name: t('recommendation.done') })).toBeVisible()
}

const verdictsOn = (page: Page, t: Translate, name: string) =>
  page.getByRole('group', { name: t('recommendation.verdict.of', { name }) })

/** The level above returns an entry to its team for some days. */
/** The ends that a page names: moments that lie ahead, each once. */
export const endsOn = async (page: Page): Promise<string[]> => {
  const moments = await main(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime))
  return [...new Set(moments)].filter((moment) => Date.parse(moment) > Date.now())
}

export const returnEntry = async (page: Page, t: Translate, title: string, reason: string): Promise<void> => {
  await verdictsOn(page, t, title)
    .getByRole('button', { name: t('recommendation.verdict.change'), exact: true })
    .click()
  await main(page).getByLabel(t('recommendation.verdict.change.reason')).fill(reason)
  await main(page).getByLabel(t('recommendation.verdict.until')).fill(inDays(3).slice(0, 16))
  await press(page, t('recommendation.verdict.change.save'))
  await expect(main(page).getByText(reason)).toBeVisible()
  await expect(main(page).getByText(t('recommendation.row.notReady'))).toHaveCount(0)
}

export const passEntry = (page: Page, t: Translate, title: string): Promise<void> =>
  verdictsOn(page, t, title)
    .getByRole('button', { name: t('recommendation.verdict.pass'), exact: true })
    .click()

export const passOthers = (page: Page, t: Translate, count: number): Promise<void> =>
  press(page, t('recommendation.judge.passRest', { count }))

export const acceptList = async (page: Page, t: Translate): Promise<void> => {
  await press(page, t('recommendation.accept.action'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('recommendation.accept.action'), exact: true })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(main(page).getByRole('button', { name: t('recommendation.accept.action'), exact: true })).toHaveCount(0)
}

interface RoundAnswer {
  id: string
  state: string
}

/** A round of review for an activity, as a settled one of the demo; the titles of the works that it takes in. */
export const titlesInRound = async (call: Call, activity: string): Promise<string[]> => {
  const { edition } = await call<{ edition: { id: string } }>('get', '/api/activities')
  const { editions } = await call<{ editions: { id: string }[] }>('get', '/api/enrolments/choices')
  const rounds: RoundAnswer[] = []
  for (const { id } of editions)
    rounds.push(...(await call<{ list: RoundAnswer[] }>('get', `/api/rounds?edition=${id}`)).list)
  const { id } = await call<RoundAnswer>('post', '/api/rounds', {
    name: { 'en-US': `Nation ${crypto.randomUUID().slice(0, 4)}` },
    activities: [activity],
    previous: null,
    edition: edition.id,
    copyOf: rounds.find(({ state }) => state === 'settled')!.id,
  })
  await call('post', `/api/rounds/${id}/works`)
  const { list } = await call<{ list: { title: string }[] }>('get', `/api/rounds/${id}/works?pageSize=100`)
  return list.map(({ title }) => title).toSorted()
}

/** Somebody signed in on a page of their own. */
export const enterAs = (page: Page, origin: string, locale: 'zh-CN' | 'en-US', realName: string) =>
  signUp(page.context().request, origin, { locale, isKnown: true, about: { realName } })
