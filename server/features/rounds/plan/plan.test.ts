import type { RoundId } from '@lectern/contract/ids.ts'
import { stepRound, readRound } from '@lectern/contract/rounds/rounds.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { english, createPerson, type TestPerson } from '../../../testing/people.ts'
import { addWork, plannerOf, storeUnplanned } from '../../../testing/plans.ts'
import { moveStoredRound, storeReviewer } from '../../../testing/rounds.ts'
import { eventually, startSite, type TestSite } from '../../../testing/site.ts'
import { roundInvariants } from '../invariants.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite({ withTasks: true })
})
afterAll(() => site.close())

const pairsOf = async (id: RoundId, state = 'open'): Promise<string[]> => {
  const { rows } = await site.pool.query<{ pair: string }>(
    `select entry_id || ' ' || reviewer_id as pair from assignment where round_id = $1 and state = $2 order by 1`,
    [id, state],
  )
  return rows.map(({ pair }) => pair)
}

const setConflict = (id: RoundId, reviewerId: string, entryId: string) =>
  site.pool.query(
    `insert into conflict (id, round_id, reviewer_id, entry_id, kind, created_at)
     values (gen_random_uuid(), $1, $2, $3, 'set', now())`,
    [id, reviewerId, entryId],
  )

const finish = (id: RoundId, which: string) =>
  site.pool.query(`update assignment set is_finished = true where round_id = $1 and ${which}`, [id])

const step = async (organiser: TestPerson, id: RoundId, taken: 'open' | 'withdrawPlan') => {
  const as = { headers: english(organiser), params: { id } }
  const { version, leavesOut } = (await site.ask(readRound, as)).data
  return site.ask(stepRound, { ...as, body: { step: taken, version, ...(leavesOut && { acknowledged: leavesOut }) } })
}

const noticesOf = async (id: RoundId): Promise<number> => {
  const { rows } = await site.pool.query<{ total: number }>(
    `select count(*)::integer as total from notice
     where title ->> 'en-US' like 'Works to judge: %' and account_id in (select account_id from reviewer where round_id = $1)`,
    [id],
  )
  return rows[0]!.total
}

const expectSound = async (): Promise<void> => {
  for (const { name, broken } of roundInvariants)
    expect([name, (await site.pool.query(broken)).rows]).toEqual([name, []])
}

test('experts with too few works to be calibrated are counted in the plan and before opening, and the rule is frozen', async () => {
  const { id, organiser } = await storeUnplanned(site, { rules: { aggregate: 'calibrated' } })
  const planner = plannerOf(site, organiser, id)
  const text = '6 experts have fewer than 5 works: how strict they are cannot be told, and their points count as given.'
  const plan = await planner.plan('few')
  expect(plan.advice).toEqual([`${text} Plan with fewer experts, or with more experts per work.`])
  await planner.publish(plan)
  const { todo } = (await site.ask(readRound, { headers: english(organiser), params: { id } })).data
  expect(todo.map((one) => [one.text, one.blocks])).toEqual([[text, false]])
  expect((await step(organiser, id, 'open')).status).toBe(200)
  const { rows } = await site.pool.query<{ frozen: string }>('select frozen from round where id = $1', [id])
  expect((JSON.parse(rows[0]!.frozen) as { calibration: unknown }).calibration).toEqual({
    leastSheets: 5,
    fewer: 'meanBias',
  })
})

describe('a dry run', () => {
  test('that ends while it is read is read with its plan', async () => {
    const { id, organiser } = await storeUnplanned(site)
    const planner = plannerOf(site, organiser, id)
    await planner.plan('first')
    const { rows } = await site.pool.query<{ plan: object }>('select plan from round where id = $1', [id])
    await site.pool.query('update round set plan = null where id = $1', [id])
    const client = await site.pool.connect()
    try {
      // As the runner does: the plan is stored when the task ends.
      await client.query('begin')
      await client.query('lock table task')
      await client.query('update round set plan = $2 where id = $1', [id, rows[0]!.plan])
      const answer = planner.read()
      await eventually(async () => {
        const { rowCount } = await site.pool.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%order by created_at desc, id desc%'`,
        )
        expect(rowCount).toBe(1)
      })
      await client.query('commit')
      const { plan, task } = await answer
      expect([plan?.seed, task]).toEqual(['first', null])
    } finally {
      client.release(true)
    }
  })

  test('gives each work its experts, avoids conflicts, and is hidden until it is published', async () => {
    const { id, organiser, experts, works } = await storeUnplanned(site)
    const { reviewerId } = experts[0]!
    await setConflict(id, reviewerId, works[0]!.id)
    const planner = plannerOf(site, organiser, id)
    expect(await planner.read()).toMatchObject({ plan: null, task: null, activities: [{ fields: [] }] })

    const plan = await planner.plan('first')
    expect(plan).toMatchObject({
      works: 12,
      experts: 6,
      assignments: 24,
      short: [],
      shortTotal: 0,
      advice: [],
      fit: null,
      isConnected: true,
      added: 24,
      removed: 0,
      isStale: false,
      publishedAt: null,
    })
    expect(plan.loads.map(({ name, works: load, max }) => [name, load, max])).toEqual(
      experts.map((_, index) => [`专家${index}`, 4, 30]),
    )
    expect(await pairsOf(id)).toEqual([])

    expect((await planner.publish(plan)).data).toEqual({ added: 24, removed: 0 })
    const pairs = await pairsOf(id)
    expect(pairs.length).toBe(24)
    expect(pairs).not.toContain(`${works[0]!.id} ${reviewerId}`)
    expect((await planner.read()).plan).toMatchObject({ isStale: false, publishedAt: expect.any(String) })
    const { rows } = await site.pool.query(
      `select reviewer_id, array_agg(position order by position) as positions from assignment where round_id = $1 group by 1`,
      [id],
    )
    expect(rows.map(({ positions }) => positions)).toEqual(experts.map(() => [1, 2, 3, 4]))
    const round = (await site.ask(readRound, { headers: english(organiser), params: { id } })).data
    expect([round.state, round.assignments]).toEqual(['planned', 24])
    await expectSound()
  })

  test('gives the same plan for the same works, experts and seed, and another one for another seed', async () => {
    const { id, organiser } = await storeUnplanned(site)
    const planner = plannerOf(site, organiser, id)
    await planner.deal('one')
    const first = await pairsOf(id)
    await planner.deal('two')
    const second = await pairsOf(id)
    await planner.deal('one')
    expect(await pairsOf(id)).toEqual(first)
    expect(second).not.toEqual(first)
    expect(await noticesOf(id)).toBe(0)
  })

  test('prefers experts of the fields that an activity asks for', async () => {
    const { id, organiser, activityId, experts } = await storeUnplanned(site, { works: 12, experts: 4 })
    const knowing = experts.slice(0, 2).map(({ reviewerId }) => reviewerId)
    await site.pool.query(`update reviewer set fields = '{ai}' where id = any($1)`, [knowing])
    const planner = plannerOf(site, organiser, id)
    const fields = [{ activity: activityId, fields: ['ai'] }]
    const plan = await planner.plan('first', { fields })
    expect(plan.fit!.none + plan.fit!.full).toBe(24)
    expect(plan.fit!.full).toBeGreaterThan(12)
    expect((await planner.read()).activities).toMatchObject([{ id: activityId, fields: ['ai'] }])
  })

  test('says which works are short, why, and what would help', async () => {
    const { id, organiser, experts, works } = await storeUnplanned(site, { works: 6, experts: 3, maxWorks: 3 })
    for (const { reviewerId } of experts.slice(0, 2)) await setConflict(id, reviewerId, works[0]!.id)
    const planner = plannerOf(site, organiser, id)
    const plan = await planner.plan('first')
    expect(plan.assignments).toBe(9)
    expect(plan.short.reduce((sum, { missing }) => sum + missing, 0)).toBe(3)
    const reasons = new Map(plan.short.map(({ entry, reason }) => [entry, reason]))
    expect(reasons.get(works[0]!.id)).toBe('Too many experts have a conflict')
    expect(new Set(reasons.values())).toContain('The experts who may judge it are full')
    expect(plan.advice[0]).toMatch(
      /^\d works need \d+ reviews, but only \d+ are possible\. Invite more experts, or raise/,
    )
    // Works that stay short can be published: they are listed until somebody is found.
    expect((await planner.publish(plan)).data).toEqual({ added: 9, removed: 0 })
    const { todo } = (await site.ask(readRound, { headers: english(organiser), params: { id } })).data
    expect(todo.map(({ tab }) => tab)).toEqual(['plan'])
    await expectSound()
  })

  test('needs works and accepted experts, and a round that is not closed', async () => {
    const { id, organiser } = await storeUnplanned(site, { works: 1, experts: 0 })
    const planner = plannerOf(site, organiser, id)
    expect((await planner.start('first')).failure().error).toBe('round.incomplete')
    expect((await planner.publish({ seed: 'first', madeAt: new Date().toISOString() })).failure().error).toBe(
      'plan.none',
    )
    const closed = await storeUnplanned(site, { works: 1, experts: 1 })
    await moveStoredRound(site, closed.id, 'closed')
    const late = plannerOf(site, closed.organiser, closed.id)
    expect((await late.start('first')).failure().error).toBe('round.moveRefused')
    const missing = plannerOf(site, organiser, '0190a000-0000-7000-8000-000000000000' as RoundId)
    expect((await missing.start('first')).failure().error).toBe('round.notFound')
  })

  test('leaves experts out who have not accepted, and says so', async () => {
    const { id, organiser } = await storeUnplanned(site, { works: 2, experts: 2 })
    const person = await createPerson(site, { access: 'expert' })
    await storeReviewer(site, id, person.id, { state: 'invited', institution: '远方大学' })
    const plan = await plannerOf(site, organiser, id).plan('first')
    expect(plan.loads.length).toBe(2)
    expect(plan.advice).toEqual(['1 expert has not answered the invitation and is not in the plan.'])
  })
})

describe('a plan that is out of date', () => {
  test('is marked, and refused', async () => {
    const made = await storeUnplanned(site, { works: 3, experts: 3 })
    const planner = plannerOf(site, made.organiser, made.id)
    const plan = await planner.plan('first')
    const other = { ...plan, seed: 'other' }
    expect((await planner.publish(other)).failure().error).toBe('plan.stale')
    await addWork(site, made)
    expect((await planner.read()).plan!.isStale).toBe(true)
    expect((await planner.publish(plan)).failure().error).toBe('plan.stale')
    const newer = await planner.plan('first')
    expect((await planner.publish(newer)).status).toBe(200)
    expect((await planner.publish(newer)).failure().error).toBe('plan.stale')
  })

  test('can be published again after it was withdrawn', async () => {
    const { id, organiser } = await storeUnplanned(site, { works: 3, experts: 3 })
    const planner = plannerOf(site, organiser, id)
    const plan = await planner.plan('first')
    await planner.publish(plan)
    const before = await pairsOf(id)
    expect((await step(organiser, id, 'withdrawPlan')).status).toBe(200)
    expect(await pairsOf(id)).toEqual([])
    expect((await planner.publish(plan)).data).toEqual({ added: 6, removed: 0 })
    expect(await pairsOf(id)).toEqual(before)
  })
})

describe('in a round that is open', () => {
  test('experts are told when it opens, and once a day when more is dealt', async () => {
    const made = await storeUnplanned(site, { works: 3, experts: 3 })
    const { id, organiser } = made
    const planner = plannerOf(site, organiser, id)
    await planner.deal()
    expect(await noticesOf(id)).toBe(0)
    expect((await step(organiser, id, 'open')).status).toBe(200)
    expect(await noticesOf(id)).toBe(3)
    await site.pool.query(`update assignment set assigned_at = assigned_at - interval '2 days' where round_id = $1`, [
      id,
    ])
    await addWork(site, made)
    expect(await planner.deal('second')).toEqual({ added: 2, removed: 0 })
    expect(await noticesOf(id)).toBe(5)
    await addWork(site, made)
    await addWork(site, made)
    await planner.deal('third')
    expect(await noticesOf(id)).toBe(6)
  })

  test('finished sheets stay, and what stands is changed as little as possible', async () => {
    const made = await storeUnplanned(site, { works: 6, experts: 3 })
    const { id, organiser, experts, works } = made
    const planner = plannerOf(site, organiser, id)
    await planner.deal()
    await step(organiser, id, 'open')
    const before = await pairsOf(id)
    const { reviewerId } = experts[0]!
    await finish(id, `reviewer_id = '${reviewerId}'`)
    const person = await createPerson(site, { access: 'expert' })
    await storeReviewer(site, id, person.id, { institution: '新大学' })
    const unchanged = await planner.plan('second')
    expect([unchanged.removed, unchanged.added]).toEqual([unchanged.added, unchanged.added])
    await planner.publish(unchanged)
    const after = await pairsOf(id)
    const own = (pairs: string[]): string[] => pairs.filter((pair) => pair.endsWith(reviewerId))
    expect(own(after)).toEqual(own(before))
    expect(after.length).toBe(before.length)
    expect(works.length).toBe(6)
    await expectSound()
  })
})

describe('in panel mode', () => {
  test('works are dealt evenly, also those of a province, and everybody in a panel judges them', async () => {
    const { id, organiser, panels } = await storeUnplanned(site, { works: 12, experts: 6, panels: 2 })
    const planner = plannerOf(site, organiser, id)
    const plan = await planner.plan('first')
    expect(plan.loads).toEqual(
      panels.map((panel, index) => ({ reviewer: null, panel, name: `第 ${index + 1} 组`, works: 6, max: 30 })),
    )
    await planner.publish(plan)
    const { rows } = await site.pool.query(
      `select panel_id as panel, province, count(*)::integer as works, sum((
         select count(*) from assignment join reviewer on reviewer.id = reviewer_id
         where entry_id = entry.id and reviewer.panel_id = entry.panel_id
       ))::integer as sheets
       from entry join work on work.id = work_id join enrolment on enrolment.id = enrolment_id
       where entry.round_id = $1 group by 1, 2`,
      [id],
    )
    expect(rows.map(({ works, sheets }) => [works, sheets])).toEqual(Array.from({ length: 6 }, () => [2, 6]))
    await expectSound()
  })

  test('a work goes to a panel without conflicts, and otherwise to the one with the fewest', async () => {
    const { id, organiser, experts, works } = await storeUnplanned(site, { works: 4, experts: 6, panels: 2 })
    // Experts of the panels in turn: 0, 2, 4 and 1, 3, 5.
    await setConflict(id, experts[0]!.reviewerId, works[0]!.id)
    for (const index of [0, 2, 1]) await setConflict(id, experts[index]!.reviewerId, works[1]!.id)
    const planner = plannerOf(site, organiser, id)
    const plan = await planner.plan('first')
    expect(plan.short).toEqual([
      {
        entry: works[1]!.id,
        code: works[1]!.code,
        title: expect.any(String),
        missing: 1,
        reason: 'No panel is free of conflicts; members with one do not judge it',
      },
    ])
    await planner.publish(plan)
    const judging = (index: number) =>
      pairsOf(id).then((pairs) => pairs.filter((pair) => pair.startsWith(works[index]!.id)).length)
    expect([await judging(0), await judging(1)]).toEqual([3, 2])
    const { rows } = await site.pool.query(`select panel_id from entry where id = any($1) group by 1`, [
      [works[0]!.id, works[1]!.id],
    ])
    expect(rows.length).toBe(1)
    await expectSound()
  })

  test('works stay in their panel once experts have seen them; new ones are dealt where there are fewer', async () => {
    const made = await storeUnplanned(site, { works: 5, experts: 4, panels: 2 })
    const { id, organiser } = made
    const planner = plannerOf(site, organiser, id)
    await planner.deal()
    await step(organiser, id, 'open')
    const before = await pairsOf(id)
    await addWork(site, made)
    expect(await planner.deal('second')).toEqual({ added: 2, removed: 0 })
    expect((await pairsOf(id)).filter((pair) => before.includes(pair))).toEqual(before)
    const { rows } = await site.pool.query(
      `select count(*)::integer as works from entry where round_id = $1 group by panel_id`,
      [id],
    )
    expect(rows).toEqual([{ works: 3 }, { works: 3 }])
  })

  test('says that there are no panels', async () => {
    const { id, organiser } = await storeUnplanned(site, { works: 2, experts: 2, rules: { mode: 'panel' } })
    const plan = await plannerOf(site, organiser, id).plan('first')
    expect([plan.assignments, plan.shortTotal]).toEqual([0, 2])
    expect(plan.advice).toEqual([
      'Make panels under “Experts” and put accepted experts into them.',
      '2 experts are in no panel and get no works.',
    ])
  })
})

test('when the time for planning is up, the organiser gets the best plan so far, is told so, and may publish it', async () => {
  const hurried = await startSite({ withTasks: true, config: { planSeconds: 0 } })
  try {
    const { id, organiser } = await storeUnplanned(hurried, { works: 6, experts: 4, maxWorks: 2 })
    const planner = plannerOf(hurried, organiser, id)
    const plan = await planner.plan('hurry')
    expect(plan).toMatchObject({ isComplete: false, assignments: 8, isStale: false, advice: [] })
    expect(new Set(plan.short.map(({ reason }) => reason))).toEqual(
      new Set(['Planning ended before it was known whether somebody has room']),
    )
    expect((await planner.publish(plan)).data).toEqual({ added: 8, removed: 0 })
  } finally {
    await hurried.close()
  }
  const { id, organiser } = await storeUnplanned(site)
  expect((await plannerOf(site, organiser, id).plan('calm')).isComplete).toBe(true)
})
