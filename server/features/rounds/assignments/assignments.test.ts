import type { AssignmentId, EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import { saveSheet, submitSheet, readDeskWork } from '@lectern/contract/review/review.ts'
import {
  assignReviewer,
  listAssignments,
  removeAssignment,
  replaceReviewer,
} from '@lectern/contract/rounds/review-plan.ts'
import { addConflict } from '@lectern/contract/rounds/reviewers.ts'
import { stepRound } from '@lectern/contract/rounds/rounds.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meetAt } from '../../../testing/meeting.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { plannerOf, storeUnplanned } from '../../../testing/plans.ts'
import { storeAcceptedWork } from '../../../testing/accepted-works.ts'
import { moveStoredRound, storeAssignment, storeEntry, storeReviewer } from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { roundInvariants } from '../invariants.ts'

// Two programs on one database, as behind a load balancer.
let site: TestSite
let other: TestSite

beforeAll(async () => {
  site = await startSite({ withTasks: true })
  other = await startSite({ databaseUrl: site.databaseUrl })
})
afterAll(async () => {
  await other.close()
  await site.close()
})

type Made = Awaited<ReturnType<typeof storeUnplanned>>

/** An open round in which the first works are given to the experts in turn. */
const opened = async (given: Parameters<typeof storeUnplanned>[1] = {}): Promise<Made> => {
  const made = await storeUnplanned(site, { works: 4, experts: 4, ...given })
  await moveStoredRound(site, made.id, 'open')
  return made
}

const give = ({ id, works, experts }: Made, work: number, expert: number, more = {}) =>
  storeAssignment(site, id, works[work]!.id, experts[expert]!.reviewerId, more)

const officeOf = (by: TestPerson, id: RoundId, at: TestSite = site) => {
  const headers = english(by)
  return {
    list: async (entry: EntryId) => (await at.ask(listAssignments, { headers, params: { id, entry } })).data,
    assign: (entry: EntryId, reviewer: ReviewerId, isThird = false) =>
      at.ask(assignReviewer, { headers, params: { id, entry }, body: { reviewer, isThird } }),
    remove: (assignment: AssignmentId, keepSheet = true, reason = 'Ill') =>
      at.ask(removeAssignment, { headers, params: { id, assignment }, body: { keepSheet, reason } }),
    replace: (
      reviewer: ReviewerId,
      { by: taker = null, keepSheets = true }: { by?: ReviewerId | null; keepSheets?: boolean } = {},
      key?: string,
    ) =>
      at.ask(replaceReviewer, {
        headers: { ...headers, ...(key && { 'idempotency-key': key }) },
        params: { id, reviewer },
        body: { by: taker, keepSheets, reason: 'Ill' },
      }),
  }
}

/** An expert scores a work and submits the sheet. */
const score = async (person: TestPerson, code: string): Promise<void> => {
  const as = { headers: english(person), params: { code } }
  const scores = { design: 5_000, effect: 3_000 }
  const written = { version: 0, scores, comment: 'Good', remark: '', notes: [], places: {}, seconds: 60 }
  const saved = await site.ask(saveSheet, { ...as, body: written })
  expect(saved.status).toBe(200)
  expect((await site.ask(submitSheet, { ...as, body: { version: saved.data.version } })).status).toBe(200)
}

const stateOf = async (id: AssignmentId) => {
  const { rows } = await site.pool.query('select state, token, reason from assignment where id = $1', [id])
  return rows[0] as { state: string; token: string; reason: string | null }
}

const judgesOf = async (entry: EntryId): Promise<ReviewerId[]> => {
  const { rows } = await site.pool.query<{ id: ReviewerId }>(
    `select reviewer_id as id from assignment where entry_id = $1 and state in ('open', 'kept') order by assigned_at, id`,
    [entry],
  )
  return rows.map((row) => row.id)
}

const actionsOn = async (id: string): Promise<string[]> => {
  const { rows } = await site.pool.query<{ action: string }>('select action from audit where subject_id = $1', [id])
  return rows.map(({ action }) => action).toSorted()
}

const expectSound = async (): Promise<void> => {
  for (const { name, broken } of roundInvariants)
    expect([name, (await site.pool.query(broken)).rows]).toEqual([name, []])
}

const lockOf = (id: RoundId): [string, string] => [
  `select pg_advisory_xact_lock(hashtextextended($1, 0))`,
  `round ${id}`,
]

const said = (answer: { status: number; failure: () => { error: string } }): string =>
  answer.status === 200 ? 'ok' : answer.failure().error

describe('a single work', () => {
  test('shows who judges it, how far they are, and who else could, the best first', async () => {
    const made = await opened()
    const { id, organiser, works, experts, activityId } = made
    const [work] = works
    await give(made, 0, 0)
    await give(made, 0, 1)
    await score(experts[0]!.person, work!.code)
    await site.pool.query(`update round_activity set fields = '{ai}' where activity_id = $1`, [activityId])
    await site.pool.query(`update reviewer set fields = '{ai}' where id = $1`, [experts[3]!.reviewerId])
    const { list, candidates } = await officeOf(organiser, id).list(work!.id)
    expect(list.map(({ reviewer, state, sheet, total }) => [reviewer.id, state, sheet, total])).toEqual(
      expect.arrayContaining([
        [experts[0]!.reviewerId, 'open', 'submitted', 8_000],
        [experts[1]!.reviewerId, 'open', 'todo', null],
      ]),
    )
    expect(candidates.map(({ reviewer, works: load, max, common }) => [reviewer, load, max, common])).toEqual([
      [experts[3]!.reviewerId, 0, 30, 1],
      [experts[2]!.reviewerId, 0, 30, 0],
    ])
  })

  test('is given to one more expert, but not twice, not against a conflict, and not beyond a limit', async () => {
    const made = await opened({ maxWorks: 1 })
    const { id, organiser, works, experts } = made
    const office = officeOf(organiser, id)
    const [first, second, third] = experts.map(({ reviewerId }) => reviewerId)
    expect((await office.assign(works[0]!.id, first!, true)).data).toMatchObject({
      state: 'open',
      isThird: true,
      reviewer: { id: first },
      sheet: 'todo',
    })
    expect(said(await office.assign(works[0]!.id, first!))).toBe('assignment.exists')
    const full = await office.assign(works[1]!.id, first!)
    expect(full.failure()).toMatchObject({ error: 'assignment.overload', params: { max: 1 } })
    const conflict = { reviewer: second!, entry: works[0]!.id, reason: 'Friends' }
    await site.ask(addConflict, { headers: english(organiser), params: { id }, body: conflict })
    expect(said(await office.assign(works[0]!.id, second!))).toBe('conflict.stands')
    await site.pool.query(`update reviewer set state = 'invited' where id = $1`, [third])
    expect(said(await office.assign(works[0]!.id, third!))).toBe('reviewer.moveRefused')
    expect(await actionsOn(works[0]!.id)).toEqual(['assignment.added', 'conflict.added'])
    await expectSound()
  })

  test('is taken away with a reason: the sheet is kept or dropped, and its files no longer open', async () => {
    const made = await opened()
    const { id, organiser, works, experts } = made
    const office = officeOf(organiser, id)
    const [kept, dropped, unfinished] = [await give(made, 0, 0), await give(made, 0, 1), await give(made, 0, 2)]
    for (const index of [0, 1]) await score(experts[index]!.person, works[0]!.code)
    const states = [
      (await office.remove(kept.id, true)).data.state,
      (await office.remove(dropped.id, false)).data.state,
      (await office.remove(unfinished.id, true)).data.state,
    ]
    expect(states).toEqual(['kept', 'removed', 'removed'])
    for (const each of [kept, dropped, unfinished]) {
      const { token, reason } = await stateOf(each.id)
      expect(token).not.toBe(each.token)
      expect(reason).toBe('Ill')
    }
    const desk = { headers: english(experts[2]!.person), params: { code: works[0]!.code } }
    expect((await site.ask(readDeskWork, desk)).status).not.toBe(200)
    expect(said(await office.remove(dropped.id))).toBe('resource.changed')
    // Given again: what the expert had submitted counts again.
    expect((await office.assign(works[0]!.id, experts[1]!.reviewerId)).data).toMatchObject({
      state: 'open',
      sheet: 'submitted',
      total: 8_000,
      reason: null,
    })
    expect(said(await office.remove('0190a000-0000-7000-8000-000000000000' as AssignmentId))).toBe(
      'assignment.notFound',
    )
    await expectSound()
  })

  test('of an organiser’s own team is left to others', async () => {
    const { id, experts, activityId } = await opened()
    const organiser = await createPerson(site, { access: 'admin' })
    const { workId } = await storeAcceptedWork(site, activityId, { captain: organiser })
    const { id: entry } = await storeEntry(site, id, workId)
    const standing = await storeAssignment(site, id, entry, experts[0]!.reviewerId)
    const office = officeOf(organiser, id)
    expect(said(await office.assign(entry, experts[1]!.reviewerId))).toBe('organiser.takesPart')
    expect(said(await office.remove(standing.id))).toBe('organiser.takesPart')
    expect(said(await site.ask(listAssignments, { headers: english(organiser), params: { id, entry } }))).toBe(
      'organiser.takesPart',
    )
    const colleague = await createPerson(site, { access: 'admin' })
    expect((await officeOf(colleague, id).list(entry)).list.length).toBe(1)
  })

  test('of a draft is given to nobody', async () => {
    const { id, organiser, works, experts } = await storeUnplanned(site, { works: 1, experts: 1 })
    expect(said(await officeOf(organiser, id).assign(works[0]!.id, experts[0]!.reviewerId))).toBe('plan.none')
  })
})

describe('an expert who drops out', () => {
  /** Two experts for each of six works. The first one has finished one work. */
  const dealt = async (given: Parameters<typeof storeUnplanned>[1] = {}) => {
    const made = await storeUnplanned(site, { works: 6, experts: 4, ...given })
    const { organiser, id } = made
    await plannerOf(site, organiser, id).deal()
    await moveStoredRound(site, id, 'open')
    const { reviewerId, person } = made.experts[0]!
    const { rows } = await site.pool.query<{ code: string }>(
      `select code from entry join assignment on entry_id = entry.id where reviewer_id = $1 order by position limit 1`,
      [reviewerId],
    )
    await score(person, rows[0]!.code)
    return { ...made, leaving: reviewerId, finished: rows[0]!.code, office: officeOf(organiser, id) }
  }

  test('is replaced in one action: works go to others evenly, and what was submitted counts', async () => {
    const { id, leaving, office, works, experts } = await dealt()
    expect((await office.replace(leaving, {}, 'replace-once-01')).data).toEqual({ moved: 2, kept: 1, short: [] })
    for (const work of works) expect((await judgesOf(work.id)).length).toBe(2)
    const { rows } = await site.pool.query<{ open: number }>(
      `select count(*)::integer as open from assignment
       where round_id = $1 and state = 'open' group by reviewer_id order by 1`,
      [id],
    )
    expect(rows.map(({ open }) => open)).toEqual([3, 4, 4])
    expect(await actionsOn(leaving)).toEqual(['reviewer.removed'])
    // The same request again is answered as before, and a new one is refused.
    expect((await office.replace(leaving, {}, 'replace-once-01')).data).toEqual({ moved: 2, kept: 1, short: [] })
    expect(said(await office.replace(leaving))).toBe('reviewer.moveRefused')
    const desk = { headers: english(experts[0]!.person), params: { code: works[0]!.code } }
    expect((await site.ask(readDeskWork, desk)).status).not.toBe(200)
    await expectSound()
  })

  test('may have what was submitted judged again', async () => {
    const { leaving, office, works } = await dealt()
    expect((await office.replace(leaving, { keepSheets: false })).data).toEqual({ moved: 3, kept: 0, short: [] })
    for (const work of works) {
      const judges = await judgesOf(work.id)
      expect([judges.length, judges.includes(leaving)]).toEqual([2, false])
    }
    await expectSound()
  })

  test('is replaced by a chosen expert as far as that is possible; what stays short is listed', async () => {
    const { id, leaving, office, works, organiser } = await dealt({ experts: 2 })
    const person = await createPerson(site, { access: 'expert' })
    const by = await storeReviewer(site, id, person.id, { institution: '新大学', maxWorks: 4 })
    const barred = works.find(({ code }) => code.length > 0)!
    const conflict = { reviewer: by, entry: barred.id, reason: 'Friends' }
    await site.ask(addConflict, { headers: english(organiser), params: { id }, body: conflict })
    const { moved, kept, short } = (await office.replace(leaving, { by, keepSheets: false })).data
    expect([moved, kept, short.length]).toEqual([4, 0, 2])
    expect(short).toContain(barred.code)
    expect(said(await office.replace(by, { by }))).toBe('reviewer.moveRefused')
    await expectSound()
  })

  test('in a panel hands works, panel and chair to a chosen expert', async () => {
    const made = await storeUnplanned(site, { works: 2, experts: 2, panels: 1 })
    const { id, organiser, experts, works } = made
    await plannerOf(site, organiser, id).deal()
    const person = await createPerson(site, { access: 'expert' })
    const by = await storeReviewer(site, id, person.id, { institution: '新大学' })
    const office = officeOf(organiser, id)
    expect((await office.replace(experts[0]!.reviewerId, { by })).data).toEqual({ moved: 2, kept: 0, short: [] })
    for (const work of works)
      expect((await judgesOf(work.id)).toSorted()).toEqual([by, experts[1]!.reviewerId].toSorted())
    const { rows } = await site.pool.query('select panel_id, is_chair from reviewer where id = $1', [by])
    expect(rows).toEqual([{ panel_id: made.panels[0], is_chair: true }])
    await expectSound()
  })
})

describe('two organisers at once', () => {
  test('who publish the same plan: one does, the other is told', async () => {
    const { id, organiser } = await storeUnplanned(site, { works: 3, experts: 3 })
    const second = await createPerson(site, { access: 'admin' })
    const plan = await plannerOf(site, organiser, id).plan('first')
    const answers = await meetAt(site, lockOf(id), [
      () => plannerOf(site, organiser, id).publish(plan),
      () => plannerOf(other, second, id).publish(plan),
    ])
    expect(answers.map(said)).toEqual(['ok', 'plan.stale'])
    expect(await actionsOn(id)).toEqual(['round.planPublished'])
  })

  test('who give the same work to the same expert: one does, the other is told', async () => {
    const { id, organiser, works, experts } = await opened()
    const second = await createPerson(site, { access: 'admin' })
    const [entry, reviewer] = [works[0]!.id, experts[0]!.reviewerId]
    const answers = await meetAt(site, lockOf(id), [
      () => officeOf(organiser, id).assign(entry, reviewer),
      () => officeOf(second, id, other).assign(entry, reviewer),
    ])
    expect(answers.map(said)).toEqual(['ok', 'assignment.exists'])
    expect(await judgesOf(entry)).toEqual([reviewer])
  })

  test('who publish a plan and give a work: the plan is stale, or the work is in it already', async () => {
    const { id, organiser, works, experts } = await storeUnplanned(site, { works: 2, experts: 2 })
    const planner = plannerOf(site, organiser, id)
    await planner.deal()
    const plan = await planner.plan('second')
    await site.pool.query('delete from assignment where round_id = $1', [id])
    const fresh = await planner.plan('third')
    expect(plan.seed).toBe('second')
    const answers = await meetAt<{ status: number; failure: () => { error: string } }>(site, lockOf(id), [
      () => officeOf(organiser, id, other).assign(works[0]!.id, experts[0]!.reviewerId),
      () => planner.publish(fresh),
    ])
    expect(answers.map(said)).toEqual(['ok', 'plan.stale'])
  })

  test('who give a work and withdraw the plan: nothing of a withdrawn plan stays', async () => {
    for (const isWithdrawnFirst of [true, false]) {
      const { id, organiser, works, experts } = await storeUnplanned(site, { works: 2, experts: 3 })
      await plannerOf(site, organiser, id).deal()
      const free = (await officeOf(organiser, id).list(works[0]!.id)).candidates[0]!.reviewer
      expect(experts.map(({ reviewerId }) => reviewerId)).toContain(free)
      const { rows } = await site.pool.query<{ version: number }>('select version from round where id = $1', [id])
      const withdraw = () =>
        site.ask(stepRound, {
          headers: english(organiser),
          params: { id },
          body: { step: 'withdrawPlan', version: rows[0]!.version },
        })
      const assign = () => officeOf(organiser, id, other).assign(works[0]!.id, free)
      const answers = await meetAt<{ status: number; failure: () => { error: string } }>(
        site,
        lockOf(id),
        isWithdrawnFirst ? [withdraw, assign] : [assign, withdraw],
      )
      expect(answers.map(said)).toEqual(isWithdrawnFirst ? ['ok', 'plan.none'] : ['ok', 'ok'])
      expect(await judgesOf(works[0]!.id)).toEqual([])
    }
    await expectSound()
  })
})
