import { locales, type Locale } from '@lectern/contract/locales.ts'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import type { WorkPart } from '@lectern/contract/works/work-rules.ts'
import { workStates } from '@lectern/contract/works/work-values.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { activity, edition, phase } from '../../features/competition/tables.ts'
import { page } from '../../features/pages/tables.ts'
import { workInvariants } from '../../features/works/invariants.ts'
import { remindOfWorks } from '../../features/works/notices/reminders.ts'
import { leak, work, workFile } from '../../features/works/tables.ts'
import { verifySubmissions } from '../../features/works/submission/verify-submissions.ts'
import { systemContext } from '../../installation.ts'
import type { Installation } from '../../platform/context.ts'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { and, asc, eq, isNull, sql } from '../../platform/database/drizzle.ts'
import { createDemoDatabase } from '../../testing/demo.ts'
import { installationIn } from '../../testing/installation.ts'
import { fixedNow } from '../../testing/site.ts'

let connection: Connection
let installation: Installation

beforeAll(async () => {
  connection = connect(await createDemoDatabase(), () => undefined)
  installation = await installationIn(inject('demoFolder'), connection.db)
})
afterAll(() => connection.close())

test('there are works in every state this year, and decided ones last year', async () => {
  const rows = await connection.db
    .select({ state: work.state, current: edition.current, isChanged: work.isChanged, finding: work.worstFinding })
    .from(work)
    .innerJoin(edition, eq(edition.id, work.editionId))
  const ofThisYear = rows.filter(({ current }) => current)
  expect(new Set(ofThisYear.map(({ state }) => state))).toEqual(new Set(workStates))
  expect(ofThisYear.some(({ state, isChanged }) => state === 'submitted' && isChanged)).toBe(true)
  expect(ofThisYear.filter(({ finding }) => finding).map(({ state, finding }) => [state, finding])).toEqual([
    ['draft', 'blocking'],
  ])
  const ofLastYear = rows.filter(({ current }) => !current).map(({ state }) => state)
  expect(ofLastYear.toSorted()).toEqual([...Array.from({ length: 13 }, () => 'accepted'), 'disqualified'])
})

test('every file was inspected, and one work has hints about who made it', async () => {
  const { db } = connection
  expect(await db.$count(workFile, isNull(workFile.checkedAt))).toBe(0)
  expect(await db.$count(workFile, sql`${workFile.blind} ->> 'kind' not in ('overlay', 'copy')`)).toBe(0)
  const kinds = await db.selectDistinct({ kind: leak.kind }).from(leak)
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['email', 'school'])
})

test('one work of the open round has a blanked word, which experts do not read', async () => {
  const { rows } = await connection.pool.query(`
    select word, review_work.title, part ->> 'text' as text from blanked_word
    join entry on entry.work_id = blanked_word.work_id
    join review_work on review_work.entry_id = entry.id, jsonb_array_elements(review_work.parts) as part
    where part ->> 'id' = 'innovation'`)
  expect(rows).toEqual([
    {
      word: '花溪医学院',
      title: '困难气道处置虚拟仿真实训',
      text: '系统不打分，只给时间线，讲述由学生完成。三轮训练都在█████的模拟病房进行，每轮之后由学生自己写复盘。',
    },
  ])
})

test('all rules of works hold, and every submission is as signed', async () => {
  const broken = []
  for (const { name, broken: query } of workInvariants)
    if ((await connection.pool.query(query)).rowCount) broken.push(name)
  expect(broken).toEqual([])
  expect(await verifySubmissions(connection.db)).toEqual({ count: 28 })
})

test('a new demo reminds nobody and sends nothing', async () => {
  const counts = async () =>
    (await connection.pool.query('select (select count(*) from notice), (select count(*) from outbox)')).rows
  const before = await counts()
  await remindOfWorks(systemContext({ db: connection.db, installation, clock: { now: () => fixedNow } }))
  expect(await counts()).toEqual(before)
})

test.each(locales)('activities that ask for other films say so, in %s', async (locale) => {
  const rows = await connection.db
    .select({ code: activity.code, body: activity.body, rules: activity.workRules })
    .from(activity)
    .innerJoin(edition, and(eq(edition.id, activity.editionId), eq(edition.current, true)))
  const bodyOf = (code: string) => rows.find((row) => row.code === code)!.body[locale]!
  const filmOf = (code: string) =>
    rows.find((row) => row.code === code)!.rules.parts.find(({ kind }) => kind === 'video')!
  const { minSeconds, maxSeconds } = filmOf('KC').limits
  expect(bodyOf('KC')).toMatch(new RegExp(`${minSeconds! / 60}(～|–| a )${maxSeconds! / 60}`, 'u'))
  const { maxFiles, limits } = filmOf('WK')
  expect(bodyOf('WK')).toMatch(new RegExp(`3(～|–| a )${maxFiles}`, 'u'))
  expect(bodyOf('WK')).toMatch(new RegExp(`5(～|–| a )${limits.maxSeconds! / 60}`, 'u'))
})

describe('what visitors read about activities where works are handed in already', () => {
  const openNow = async () => {
    const rows = await connection.db
      .select({ code: activity.code, body: activity.body, rules: activity.workRules, ...days })
      .from(activity)
      .innerJoin(phase, and(eq(phase.activityId, activity.id), eq(phase.kind, 'submission')))
      .orderBy(asc(activity.code))
    expect(rows.map(({ code }) => code)).toEqual(['AI', 'FZ'])
    return rows
  }
  const days = { opensAt: phase.opensAt, closesAt: phase.closesAt }
  const dateIn = (locale: Locale, moment: Date): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: defaultSettings.timeZone }).format(moment)

  test.each(locales)('agrees with the rules and the phases, in %s', async (locale) => {
    const [welcome] = await connection.db
      .select({ sections: page.published })
      .from(page)
      .where(eq(page.name, 'Welcome'))
    for (const { body, rules, opensAt, closesAt } of await openNow()) {
      const ofKind = (kind: WorkPart['kind']) => rules.parts.find((part) => part.kind === kind)!.limits
      const text = body[locale]!
      expect(text).toMatch(new RegExp(`\\b${ofKind('video').maxSeconds! / 60} (分钟|分鐘|minut|menit)`, 'u'))
      expect(text).toMatch(new RegExp(`\\b${ofKind('text').maxCharacters!} (字|char|karakter|caracteres)`, 'u'))
      for (const moment of [opensAt, closesAt])
        for (const said of [text, JSON.stringify(welcome!.sections)]) expect(said).toContain(dateIn(locale, moment))
    }
  })
})
