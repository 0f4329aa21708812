import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import { grantExtension } from '@lectern/contract/competition/extensions.ts'
import type { ActivityId, EditionId, WorkId } from '@lectern/contract/ids.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import {
  bundleWorks,
  decideWorks,
  exportWorks,
  judgeLeaks,
  listWorks,
  readWorkDossier,
  readWorkNeighbours,
} from '@lectern/contract/works/work-office.ts'
import type { WorkDecision } from '@lectern/contract/works/work-values.ts'
import { saveWork, submitWork } from '@lectern/contract/works/works.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEdition, daysFromNoon } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, testPart, testRules, workerOf } from '../../../testing/works.ts'
import { notifyWorkDecisions } from './decision-notices.ts'
import { remindOfWorks } from '../notices/reminders.ts'

let site: TestSite
let editionId: EditionId
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin', realName: '赵敏' })
})
afterAll(() => site.close())

const hour = 3_600_000
const closesAt = daysFromNoon(4)

/** Each test leaves the clock as it found it. */
const at = async <Result>(moment: Date, act: () => Promise<Result>): Promise<Result> => {
  site.clock.set(moment)
  try {
    return await act()
  } finally {
    site.clock.set(fixedNow)
  }
}

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`)

const prepared = async (activityId: ActivityId) => {
  const made = await createApprovedTeam(site, activityId, organiser)
  const worker = workerOf(site, made.captain)
  const { id } = await worker.start(made.enrolmentId)
  await worker.upload(id, 'plan', pdf('first'))
  await worker.fill(id)
  return { ...made, worker, id }
}

const submitted = async (activityId: ActivityId) => {
  const made = await prepared(activityId)
  await made.worker.submit(made.id)
  return made
}
type Made = Awaited<ReturnType<typeof submitted>>

const decide = async (works: readonly Made[], decision: WorkDecision, reason?: string, who = organiser) => {
  const seen = []
  for (const { worker, id } of works) seen.push({ id, version: (await worker.read(id)).version })
  const body = { works: seen, decision, ...(reason !== undefined && { reason }) }
  return site.ask(decideWorks, { headers: english(who), body })
}

const noticesOf = async (person: TestPerson) =>
  (await site.ask(listNotices, { headers: english(person), query: {} })).data.list

const titlesAbout = async ({ captain }: Made, word: RegExp): Promise<string[]> =>
  (await noticesOf(captain)).map(({ title }) => title).filter((title) => word.test(title))

describe('a decision', () => {
  let activityId: ActivityId
  beforeAll(async () => {
    activityId = await createWorkActivity(site, editionId)
  })

  test('is made on many at once, and says of each that cannot be decided on why', async () => {
    const [one, two] = [await submitted(activityId), await submitted(activityId)]
    await decide([two], 'disqualified', 'Copied')
    const { outcomes } = (await decide([one, two], 'accepted', 'Checked')).data
    expect(outcomes.map(({ refusal }) => refusal)).toEqual([null, null])
    const draft = await prepared(activityId)
    const mixed = (await decide([draft, one], 'returned', 'Once more')).data.outcomes
    expect(mixed.map(({ refusal }) => refusal === null)).toEqual([false, true])
    expect((await one.worker.read(one.id)).state).toBe('returned')
  })

  test('needs a reason, except for accepting what was submitted', async () => {
    const work = await submitted(activityId)
    expect((await decide([work], 'returned')).failure()).toMatchObject({ error: 'enrolment.reasonNeeded' })
    expect((await decide([work], 'accepted')).status).toBe(200)
    expect((await decide([work], 'disqualified')).failure().error).toBe('enrolment.reasonNeeded')
  })

  test('is not made by somebody in the team', async () => {
    const work = await submitted(activityId)
    await site.pool.query(`update account set access = 'admin' where id = $1`, [work.captain.id])
    expect((await decide([work], 'accepted', undefined, work.captain)).failure().error).toBe('organiser.takesPart')
    const isOwnFor = async (who: TestPerson) => {
      const as = { headers: english(who) }
      const { list } = (await site.ask(listWorks, { ...as, query: { pageSize: '100' } })).data
      const dossier = (await site.ask(readWorkDossier, { ...as, params: { id: work.id } })).data
      return [list.find(({ id }) => id === work.id)?.isOwnActivity, dossier.isOwnActivity]
    }
    expect([await isOwnFor(work.captain), await isOwnFor(organiser)]).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('is told after a minute, and is not told if it is taken back before', async () => {
    const work = await submitted(activityId)
    await decide([work], 'accepted')
    await notifyWorkDecisions(site.asProgram())
    expect(await titlesAbout(work, /accepted/i)).toEqual([])
    await decide([work], 'submitted', 'A slip')
    await at(after(2 * 60_000), () => notifyWorkDecisions(site.asProgram()))
    expect(await titlesAbout(work, /accepted|revoked|taken back|withdrawn/i)).toEqual([])
    expect((await work.worker.read(work.id)).state).toBe('submitted')
  })

  test('that was told and is taken back later is told again', async () => {
    const work = await submitted(activityId)
    await decide([work], 'accepted')
    await at(after(61_000), () => notifyWorkDecisions(site.asProgram()))
    const told = (await noticesOf(work.captain)).length
    await at(after(62_000), () => decide([work], 'submitted', 'A slip'))
    await at(after(130_000), () => notifyWorkDecisions(site.asProgram()))
    const all = await noticesOf(work.captain)
    expect([all.length, all.some(({ body }) => body.includes('A slip'))]).toEqual([told + 1, true])
  })

  test('to return gives at least three days, also after the end', async () => {
    const work = await submitted(activityId)
    await at(after(-hour, closesAt), () => decide([work], 'returned', 'Show the logo less'))
    const again = await at(after(48 * hour, closesAt), async () => {
      await work.worker.fill(work.id, { title: 'Corrected' })
      return work.worker.submit(work.id)
    })
    expect(again.data.submissions.map(({ number, isLate }) => [number, isLate])).toEqual([
      [2, false],
      [1, false],
    ])
  })
})

describe('reminders', () => {
  const remindAt = (before: number) => at(after(-before, closesAt), () => remindOfWorks(site.asProgram()))

  test('name what is missing, three days and one day before the end, once each', async () => {
    const activityId = await createWorkActivity(site, editionId)
    const made = await createApprovedTeam(site, activityId, organiser)
    const worker = workerOf(site, made.captain)
    const { id } = await worker.start(made.enrolmentId)
    for (const before of [80, 71, 70, 23, 22]) await remindAt(before * hour)
    const found = (await noticesOf(made.captain)).filter(({ title }) => /approaching|within a day/.test(title))
    expect(found.map(({ title }) => title.includes('within a day'))).toEqual([true, false])
    expect(found.every(({ body }) => body.includes('Part plan') && body.includes('Part idea'))).toBe(true)
    await worker.upload(id, 'plan', pdf('first'))
    await worker.fill(id)
    await worker.submit(id)
    await remindAt(2 * hour)
    expect((await noticesOf(made.captain)).filter(({ title }) => /approaching|within/.test(title)).length).toBe(2)
  })

  test('of unsubmitted changes come one day and three hours before the end', async () => {
    const activityId = await createWorkActivity(site, editionId)
    const work = await submitted(activityId)
    await remindAt(20 * hour)
    await work.worker.fill(work.id, { title: 'Changed' })
    for (const before of [30, 20, 19, 2, 1]) await remindAt(before * hour)
    const titles = await titlesAbout(work, /not submitted/)
    expect(titles.map((title) => title.includes('three hours'))).toEqual([true, false])
  })
})

test('an extension gives one team more time, and no other', async () => {
  const activityId = await createWorkActivity(site, editionId)
  const [one, other] = [await submitted(activityId), await submitted(activityId)]
  const until = after(24 * hour, closesAt).toISOString()
  const body = { kind: 'submission' as const, until, reason: 'Flood' }
  await site.ask(grantExtension, { headers: english(organiser), params: { id: one.team.id }, body })
  const statuses = await at(after(20 * hour, closesAt), async () => [
    (await one.worker.fill(one.id, { title: 'Later' })).status,
    (await one.worker.submit(one.id)).data.submissions[0],
    (await other.worker.fill(other.id, { title: 'Later' })).failure().error,
  ])
  expect(statuses).toEqual([200, expect.objectContaining({ number: 2, isLate: false }), 'work.closed'])
})

test('an organiser prepares and submits on behalf of a team, which is told', async () => {
  const activityId = await createWorkActivity(site, editionId)
  const { id, captain, number } = await prepared(activityId)
  const office = workerOf(site, organiser)
  const { version, files, isOnBehalf } = await office.read(id)
  expect(isOnBehalf).toBe(true)
  const as = { headers: english(organiser), params: { id } }
  const saved = await site.ask(saveWork, {
    ...as,
    body: { version, title: 'By phone', summary: '', values: { idea: 'x' }, agreed: ['original'] },
  })
  const body = { version: saved.data.version, files: files.map((file) => file.id) }
  const { state, title } = (await site.ask(submitWork, { ...as, body })).data
  expect([state, title]).toEqual(['submitted', 'By phone'])
  expect((await noticesOf(captain)).some((notice) => `${notice.title} ${notice.body}`.includes(number))).toBe(true)
  const { rows } = await site.pool.query(
    `select on_behalf_of from audit where subject_id = $1 and action = 'work.submitted'`,
    [id],
  )
  expect(rows).toEqual([{ on_behalf_of: captain.id }])
})

describe('the list', () => {
  let activityId: ActivityId
  let works: Made[]
  const list = async (query: QueryInputOf<typeof listWorks>) =>
    (await site.ask(listWorks, { headers: english(organiser), query: { activity: activityId, ...query } })).data.list
  const idsOf = async (query: QueryInputOf<typeof listWorks>): Promise<WorkId[]> =>
    (await list(query)).map(({ id }) => id)

  beforeAll(async () => {
    const rules = { ...testRules, parts: [...testRules.parts, testPart('more', { required: false })] }
    activityId = await createWorkActivity(site, editionId, { rules })
    works = []
    for (const minutes of [1, 2, 3])
      works.push(
        await at(after(minutes * 60_000), async () => {
          const work = await prepared(activityId)
          // Its own title, and one with a name in it.
          await work.worker.fill(work.id, { title: minutes === 2 ? '王芳的分数课' : `几何第${minutes}课` })
          await work.worker.submit(work.id)
          return work
        }),
      )
    await works[2]!.worker.fill(works[2]!.id, { title: '几何第四课' })
    await decide([works[0]!], 'accepted')
  })

  test('is filtered by state, mark and words, and sorted', async () => {
    const [one, two, three] = works.map(({ id }) => id)
    expect(await idsOf({})).toEqual([three, two, one])
    expect(await idsOf({ sort: 'number' })).toEqual([one, two, three])
    expect(await idsOf({ state: 'accepted,returned' })).toEqual([one])
    expect(await idsOf({ mark: 'leak' })).toEqual([two])
    expect(await idsOf({ mark: 'changed' })).toEqual([three])
    expect(await idsOf({ mark: 'missing' })).toEqual([])
    expect(await idsOf({ search: '几何' })).toEqual([three, one])
    expect(await idsOf({ search: works[1]!.number })).toEqual([two])
  })

  test('takes as many statements for one work as for all', async () => {
    const statements = async (pageSize: string): Promise<[shown: number, statements: number]> => {
      const before = site.statements.length
      const { list: shown } = (await site.ask(listWorks, { headers: english(organiser), query: { pageSize } })).data
      return [shown.length, site.statements.length - before]
    }
    const [[one, few], [all, many]] = [await statements('1'), await statements('100')]
    expect([one, all > 2]).toEqual([1, true])
    // The session, the page with the activities in which the organiser takes part, what keeps works from being accepted.
    expect([few, many]).toEqual([3, 3])
  })

  test('is the same for all works of an edition and for all its activities', async () => {
    const as = { headers: english(organiser) }
    const filtered = { state: 'draft,submitted,returned,accepted,withdrawn,disqualified', sort: 'number' } as const
    const whole = await site.ask(listWorks, { ...as, query: { sort: 'number', pageSize: '1', page: '2' } })
    const among = await site.ask(listWorks, { ...as, query: { ...filtered, pageSize: '1', page: '2' } })
    expect(whole.data).toEqual(among.data)
    expect(whole.data.list).toHaveLength(1)
  })

  test('has neighbours within its filter', async () => {
    const [one, two, three] = works.map(({ id }) => id)
    const neighbours = async (id: WorkId, query: object = {}) =>
      (
        await site.ask(readWorkNeighbours, {
          headers: english(organiser),
          params: { id },
          query: { activity: activityId, ...query },
        })
      ).data
    expect(await neighbours(two!)).toEqual({ previous: three, next: one })
    expect(await neighbours(three!, { search: '几何' })).toEqual({ previous: null, next: one })
  })

  test('is exported with every column', async () => {
    const path = `${exportWorks.path}?format=csv&activity=${activityId}&sort=number`
    const { text } = await site.get(path, english(organiser))
    const [head, ...rows] = text.replace('\uFEFF', '').trim().split(/\r?\n/)
    expect(head!.split(',').length).toBe(16)
    expect(rows.map((row) => row.split(',')[1])).toEqual(['几何第1课', '王芳的分数课', '几何第四课'])
    expect(rows[0]).toContain('Accepted')
  })

  test('a hint that an organiser judges harmless is no mark any more, until it is opened again', async () => {
    const { id } = works[1]!
    const as = { headers: english(organiser), params: { id } }
    const { leaks } = (await site.ask(readWorkDossier, as)).data
    const named = leaks.map((leak) => leak.id)
    const judged = (await site.ask(judgeLeaks, { ...as, body: { leaks: named, judgement: 'fine' } })).data
    expect(judged.leaks.map(({ judgement, judgedBy }) => [judgement, judgedBy])).toEqual(
      named.map(() => ['fine', '赵敏']),
    )
    expect(await idsOf({ mark: 'leak' })).toEqual([])
    await site.ask(judgeLeaks, { ...as, body: { leaks: named, judgement: 'open' } })
    expect(await idsOf({ mark: 'leak' })).toEqual([id])
  })
})

test('an archive is not begun while there is nothing to put into it', async () => {
  const rules = { ...testRules, parts: [testPart('plan', { forExperts: false })] }
  const activityId = await createWorkActivity(site, editionId, { rules })
  const begin = async (blind: boolean) => {
    const answer = await site.callAs(organiser, 'POST', '/api/works/bundles', { activity: activityId, blind })
    return [answer.status, answer.failure().error]
  }
  await prepared(activityId)
  expect(await begin(false)).toEqual([409, 'work.nothingToBundle'])
  await submitted(activityId)
  expect(await begin(true)).toEqual([409, 'work.nothingToBundle'])
  expect(
    (await site.ask(bundleWorks, { headers: english(organiser), body: { activity: activityId, blind: false } })).status,
  ).toBe(200)
})
