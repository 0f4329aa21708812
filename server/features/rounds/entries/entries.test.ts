import { decideWorks } from '@lectern/contract/works/work-office.ts'
import { withdrawEnrolment, readEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId, EditionId, EntryId, RoundId, WorkId } from '@lectern/contract/ids.ts'
import { readDeskWork, saveSheet, submitSheet } from '@lectern/contract/review/review.ts'
import { removeAssignment } from '@lectern/contract/rounds/review-plan.ts'
import { collectWorks, createRound, listRoundWorks, removeRoundWork } from '@lectern/contract/rounds/rounds.ts'
import type { WorkDecision } from '@lectern/contract/works/work-values.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createEdition } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { storeAcceptedWork } from '../../../testing/accepted-works.ts'
import { pdfSample } from '../../../testing/document-samples.ts'
import { openRound, storeRound } from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity, workerOf } from '../../../testing/works.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { audit } from '../../audit/tables.ts'
import { askInvariants, brokenInvariants } from '../../../platform/invariants.ts'
import { roundInvariants } from '../invariants.ts'

let site: TestSite
let editionId: EditionId
let organiser: TestPerson
let as: { headers: Record<string, string> }

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
  as = { headers: english(organiser) }
})
afterEach(async () => {
  const broken = await brokenInvariants(site.pool, roundInvariants)
  if (broken.length > 0) throw new Error(`These do not hold: ${JSON.stringify(broken)}`)
})
afterAll(() => site.close())

const newActivity = (): Promise<ActivityId> => createWorkActivity(site, editionId)

const collect = (id: RoundId, person = organiser) =>
  site.ask(collectWorks, { headers: english(person), params: { id } })

const list = async (id: RoundId, query: Record<string, string> = {}) =>
  (await site.ask(listRoundWorks, { ...as, params: { id }, query })).data

const remove = (id: RoundId, entry: EntryId, body: { removed: boolean; reason?: string }, person = organiser) =>
  site.ask(removeRoundWork, { headers: english(person), params: { id, entry }, body })

const decide = async (id: WorkId, decision: WorkDecision) => {
  const { rows } = await site.pool.query<{ version: number }>('select version from work where id = $1', [id])
  const works = [{ id, version: rows[0]!.version }]
  const answer = await site.ask(decideWorks, { ...as, body: { works, decision, reason: 'because' } })
  return answer.status === 200 ? 'ok' : answer.failure().error
}

describe('the works of a round', () => {
  test('are taken in as it is created, unless it follows a round that is not settled', async () => {
    const activityId = await newActivity()
    await storeAcceptedWork(site, activityId)
    const create = async (previous: RoundId | null, collected?: boolean) => {
      const content = { edition: editionId, name: { 'en-US': 'Round' }, activities: [activityId], previous }
      const body = { ...content, ...(collected !== undefined && { collect: collected }) }
      const { id, works } = (await site.ask(createRound, { ...as, body })).data
      return { id, works }
    }
    const first = await create(null, true)
    expect(first.works).toBe(1)
    expect([(await create(null)).works, (await create(first.id, true)).works]).toEqual([0, 0])
  })

  test('are those of its activities that are accepted, each taken in once', async () => {
    const [activityId, other] = [await newActivity(), await newActivity()]
    const work = await storeAcceptedWork(site, activityId, { title: '圆的面积', school: '江州一中' })
    const drafted = await storeAcceptedWork(site, activityId)
    await site.pool.query(`update work set state = 'submitted' where id = $1`, [drafted.workId])
    await storeAcceptedWork(site, other)
    const round = await storeRound(site, { editionId, activityIds: [activityId] })
    expect((await collect(round.id)).data).toEqual({ added: 1, total: 1 })
    expect((await collect(round.id)).data).toEqual({ added: 0, total: 1 })
    const page = await list(round.id)
    expect(page.list).toMatchObject([
      {
        work: work.workId,
        number: work.number,
        title: '圆的面积',
        team: '粉笔小组',
        school: '江州一中',
        panel: null,
        assigned: 0,
        finished: 0,
        needed: 2,
        conflicts: 0,
        isRemoved: false,
      },
    ])
    expect(page.list[0]!.code).toMatch(/^[2-9A-HJKMNP-TV-Z]{6}$/)
  })

  test('are found by code, title and school, and by what they lack', async () => {
    const { roundId, works } = await openRound(site, {
      editionId,
      activityId: await newActivity(),
      organiser,
      works: 3,
      experts: 2,
    })
    await site.pool.query(`update assignment set state = 'removed' where entry_id = $1`, [works[1]!.entryId])
    const codes = async (query: Record<string, string>) => (await list(roundId, query)).list.map(({ code }) => code)
    expect(await codes({ search: works[0]!.code.toLowerCase() })).toEqual([works[0]!.code])
    expect(await codes({ short: 'true' })).toEqual([works[1]!.code])
    expect((await list(roundId, { search: '江州一中' })).total).toBe(3)
  })

  test('are taken in by organisers only, and not after the end', async () => {
    const { roundId } = await openRound(site, {
      editionId,
      activityId: await newActivity(),
      organiser,
      state: 'closed',
      works: 1,
      experts: 1,
      rules: { expertsPerWork: 1 },
    })
    expect((await collect(roundId, await createPerson(site))).failure().error).toBe('access.refused')
    expect((await collect(roundId)).failure().error).toBe('round.moveRefused')
  })

  test('of a following round wait for the one before', async () => {
    const activityId = await newActivity()
    await storeAcceptedWork(site, activityId)
    const first = await storeRound(site, { editionId, activityIds: [activityId], state: 'open' })
    const second = await storeRound(site, { editionId, activityIds: [activityId], previousId: first.id })
    expect((await collect(second.id)).failure().params).toEqual({
      reason: 'The scores of the previous round are not settled yet.',
    })
  })
})

describe('a work that is taken out', () => {
  test('needs a reason, is hidden from experts, and comes back', async () => {
    const { roundId, works } = await openRound(site, { editionId, activityId: await newActivity(), organiser })
    const { entryId } = works[0]!
    const tokens = async () =>
      (
        await site.pool.query<{ token: string }>('select token from assignment where entry_id = $1', [entryId])
      ).rows.map(({ token }) => token)
    const shown = async () =>
      (await site.pool.query('select from review_work where entry_id = $1 and not is_removed', [entryId])).rowCount
    const before = await tokens()
    expect((await remove(roundId, entryId, { removed: true })).failure().error).toBe('round.reasonNeeded')
    expect((await remove(roundId, entryId, { removed: true, reason: 'Copied' })).status).toBe(200)
    const row = (await list(roundId)).list.find(({ entry }) => entry === entryId)
    expect([row!.isRemoved, row!.removedReason, await shown()]).toEqual([true, 'Copied', 0])
    // Streams that were open have ended.
    expect((await tokens()).filter((token) => before.includes(token))).toEqual([])
    expect((await remove(roundId, entryId, { removed: false })).status).toBe(200)
    expect(await shown()).toBe(1)
  })

  test('is not of the organiser’s own team, and never of another round', async () => {
    const { roundId, works } = await openRound(site, { editionId, activityId: await newActivity(), organiser })
    const other = await openRound(site, { editionId, activityId: await newActivity(), organiser })
    const { captain, entryId } = works[0]!
    await site.pool.query(`update account set access = 'admin' where id = $1`, [captain.id])
    const asked = { removed: true, reason: 'Mine' }
    expect((await remove(roundId, entryId, asked, captain)).failure().error).toBe('organiser.takesPart')
    expect((await remove(other.roundId, entryId, asked)).failure().error).toBe('entry.notFound')
    const looking = { headers: english(captain), params: { id: roundId }, query: {} }
    expect((await site.ask(listRoundWorks, looking)).failure().error).toBe('organiser.takesPart')
  })
})

/** Returned to its team, changed, submitted and accepted again. */
const submitAgain = async ({ workId, captain }: { workId: WorkId; captain: TestPerson }): Promise<void> => {
  expect(await decide(workId, 'returned')).toBe('ok')
  const worker = workerOf(site, captain)
  await worker.upload(workId, 'plan', await pdfSample(1))
  await worker.fill(workId, { title: '圆的周长' })
  expect((await worker.submit(workId)).status).toBe(200)
  expect(await decide(workId, 'accepted')).toBe('ok')
}

describe('a work that was submitted again while it was out', () => {
  const removal = { removed: true, reason: 'Another film' }

  test('comes back as it stands now', async () => {
    const { roundId, works, experts } = await openRound(site, {
      editionId,
      activityId: await newActivity(),
      organiser,
      works: 1,
    })
    const [work] = works
    const { entryId, code } = work!
    const title = async () =>
      (await site.ask(readDeskWork, { headers: english(experts[0]!.person), params: { code } })).data.title
    const before = await title()
    await remove(roundId, entryId, removal)
    await submitAgain(work!)
    expect((await remove(roundId, entryId, { removed: false })).status).toBe(200)
    expect([before, await title()]).toEqual(['作品 1', '圆的周长'])
    const log = await site.db.select().from(audit).where(eq(audit.action, 'entry.restored'))
    expect(log.filter(({ subjectId }) => subjectId === entryId).map(({ changes }) => changes)).toEqual([
      { before: { reason: 'Another film', submission: 1 }, after: { submission: 2 } },
    ])
  })

  test('comes back with its acceptance as it stands now, if it had left by a decision', async () => {
    const { roundId, works } = await openRound(site, { editionId, activityId: await newActivity(), organiser })
    const { workId, entryId, captain } = works[0]!
    expect([await decide(workId, 'disqualified'), await decide(workId, 'submitted')]).toEqual(['ok', 'ok'])
    await submitAgain({ workId, captain })
    expect((await list(roundId)).list.find(({ entry }) => entry === entryId)!.isRemoved).toBe(false)
    const { rows } = await site.pool.query('select submission from entry where id = $1', [entryId])
    expect(rows).toEqual([{ submission: 2 }])
  })

  test('stays out as long as sheets about what it was count', async () => {
    const { roundId, works, experts, assignments } = await openRound(site, {
      editionId,
      activityId: await newActivity(),
      organiser,
      works: 1,
    })
    const [work] = works
    const { entryId, code } = work!
    const expert = { headers: english(experts[0]!.person), params: { code } }
    const sheet = { scores: { design: 5000, effect: 3000 }, comment: '', remark: '', notes: [], places: {}, seconds: 0 }
    await site.ask(saveSheet, { ...expert, body: { version: 0, ...sheet } })
    expect((await site.ask(submitSheet, { ...expert, body: { version: 1 } })).status).toBe(200)
    await remove(roundId, entryId, removal)
    await submitAgain(work!)
    const refused = (await remove(roundId, entryId, { removed: false })).failure()
    expect([refused.error, refused.params]).toEqual(['entry.judgedEarlier', { submission: 1 }])
    const { reviewerId } = experts[0]!
    const { id: assignment } = assignments.find((one) => one.reviewerId === reviewerId)!
    const taken = { keepSheet: false, reason: 'Another version' }
    expect((await site.ask(removeAssignment, { ...as, params: { id: roundId, assignment }, body: taken })).status).toBe(
      200,
    )
    expect((await remove(roundId, entryId, { removed: false })).status).toBe(200)
  })
})

describe('a work that experts judge', () => {
  test('is neither returned nor withdrawn', async () => {
    const { works } = await openRound(site, { editionId, activityId: await newActivity(), organiser })
    const { workId, enrolmentId, captain } = works[0]!
    expect([await decide(workId, 'returned'), await decide(workId, 'submitted')]).toEqual([
      'work.beingJudged',
      'work.beingJudged',
    ])
    const team = { headers: english(captain), params: { id: enrolmentId } }
    const { version } = (await site.ask(readEnrolment, team)).data
    expect((await site.ask(withdrawEnrolment, { ...team, body: { version } })).failure().error).toBe('work.inRound')
  })

  test('leaves the round when it is disqualified, and comes back when it is accepted again', async () => {
    const { roundId, works } = await openRound(site, { editionId, activityId: await newActivity(), organiser })
    const { workId, entryId } = works[0]!
    const state = async () => {
      const row = (await list(roundId)).list.find(({ entry }) => entry === entryId)!
      return [row.isRemoved, row.removedReason]
    }
    expect(await decide(workId, 'disqualified')).toBe('ok')
    expect(await state()).toEqual([true, null])
    expect((await remove(roundId, entryId, { removed: false })).failure().error).toBe('entry.notAccepted')
    expect(await decide(workId, 'accepted')).toBe('ok')
    expect(await state()).toEqual([false, null])
  })

  test('stays out if an organiser took it out for another reason', async () => {
    const { roundId, works } = await openRound(site, { editionId, activityId: await newActivity(), organiser })
    const { workId, entryId } = works[0]!
    await remove(roundId, entryId, { removed: true, reason: 'Copied' })
    expect([await decide(workId, 'disqualified'), await decide(workId, 'accepted')]).toEqual(['ok', 'ok'])
    const row = (await list(roundId)).list.find(({ entry }) => entry === entryId)!
    expect([row.isRemoved, row.removedReason]).toEqual([true, 'Copied'])
  })

  test('is forgotten by a draft when it is returned', async () => {
    const activityId = await newActivity()
    const { workId } = await storeAcceptedWork(site, activityId)
    const round = await storeRound(site, { editionId, activityIds: [activityId] })
    await collect(round.id)
    expect(await decide(workId, 'returned')).toBe('ok')
    expect((await list(round.id)).total).toBe(0)
  })
})

describe('what must hold', () => {
  test('is found when it is broken', async () => {
    const { roundId, works, experts } = await openRound(site, {
      editionId,
      activityId: await newActivity(),
      organiser,
    })
    const found = async (statement: string, values: unknown[]): Promise<string[]> => {
      const client = await site.pool.connect()
      try {
        await client.query('begin')
        await client.query('set local session_replication_role = replica')
        await client.query(statement, values)
        return (await askInvariants(client, roundInvariants)).filter(({ count }) => count > 0).map(({ name }) => name)
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    const frozen = 'the rules of an opened round are those that were frozen, and their hash recomputes'
    expect(await found(`update round set rules = jsonb_set(rules, '{weight}', '1') where id = $1`, [roundId])).toEqual([
      frozen,
    ])
    expect(await found(`update round set frozen_hash = sha256('x') where id = $1`, [roundId])).toEqual([frozen])
    expect(await found(`update work set state = 'returned' where id = $1`, [works[0]!.workId])).toEqual([
      'a work that takes part in a planned or running round is accepted',
    ])
    expect(await found('update reviewer set max_works = 1 where id = $1', [experts[0]!.reviewerId])).toEqual([
      'an expert who judges works is in the round, with no more works than their limit',
    ])
    const conflict = `insert into conflict (id, round_id, reviewer_id, entry_id, kind, created_at)
      select gen_random_uuid(), round_id, reviewer_id, entry_id, 'set', now() from assignment where round_id = $1 limit 1`
    expect(await found(conflict, [roundId])).toEqual(['nobody judges a work against a standing conflict'])
  })
})

test('a list of works costs the same number of queries for one and for many', async () => {
  const { roundId } = await openRound(site, { editionId, activityId: await newActivity(), organiser, works: 6 })
  const count = async (pageSize: string): Promise<number> => {
    const before = site.statements.length
    await list(roundId, { pageSize })
    return site.statements.length - before
  }
  await count('1')
  expect(await count('6')).toBe(await count('1'))
})
