import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { EditionId, ActivityId, RoundId } from '@lectern/contract/ids.ts'
import {
  createRound,
  deleteRound,
  listRounds,
  readRound,
  saveRound,
  stepRound,
  type Round,
  type RoundContent,
} from '@lectern/contract/rounds/rounds.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity, createEdition, daysFromNoon } from '../../../testing/contest.ts'
import { meetAt } from '../../../testing/meeting.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { openRound, storeRound, testRoundRules } from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity } from '../../../testing/works.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let organiser: TestPerson
let as: { headers: Record<string, string> }

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  activityId = await createWorkActivity(site, editionId)
  organiser = await createPerson(site, { access: 'admin' })
  as = { headers: english(organiser) }
})
afterAll(() => site.close())

const name = { 'zh-CN': '初评', 'en-US': 'First round' }
const creation = (changes: Record<string, unknown> = {}) =>
  createRound.body.parse({ edition: editionId, name, activities: [activityId], previous: null, ...changes })

const create = async (changes: Record<string, unknown> = {}): Promise<Round> =>
  (await site.ask(createRound, { ...as, body: creation(changes) })).data

const read = async (id: RoundId): Promise<Round> => (await site.ask(readRound, { ...as, params: { id } })).data

const contentOf = (round: Round): RoundContent => ({
  name: round.source.name,
  activities: round.activities.map(({ id }) => id),
  previous: round.source.previous,
  rules: round.source.rules,
  opensAt: round.opensAt,
  closesAt: round.closesAt,
})

const save = async (round: Round, changes: Partial<RoundContent>) =>
  site.ask(saveRound, {
    ...as,
    params: { id: round.id },
    body: { ...contentOf(round), version: round.version, ...changes },
  })

const step = async (id: RoundId, taken: Omit<BodyInputOf<typeof stepRound>, 'version'>) => {
  const { version, leavesOut } = await read(id)
  const seen = leavesOut && { acknowledged: leavesOut }
  return site.ask(stepRound, { ...as, params: { id }, body: stepRound.body.parse({ version, ...seen, ...taken }) })
}

const fieldsOf = (refused: { failure: () => { fields?: { path: string }[] | undefined } }): string[] =>
  refused.failure().fields?.map(({ path }) => path) ?? []

/** In alphabetical order: the clock stands still. */
const actionsOn = async (id: string): Promise<string[]> => {
  const { rows } = await site.pool.query<{ action: string }>('select action from audit where subject_id = $1', [id])
  return rows.map(({ action }) => action).toSorted()
}

describe('a round', () => {
  test('is seen and made by organisers only', async () => {
    const { id } = await create()
    const participant = await createPerson(site)
    for (const headers of [{}, english(participant)]) {
      const expected = 'cookie' in headers ? 'access.refused' : 'session.required'
      const answers = [
        await site.ask(listRounds, { headers, query: {} }),
        await site.ask(readRound, { headers, params: { id } }),
        await site.ask(createRound, { headers, body: creation() }),
      ]
      expect(answers.map((answer) => answer.failure().error)).toEqual(answers.map(() => expected))
    }
  })

  test('takes as many statements in a list of one as of many', async () => {
    await Promise.all([create(), create()])
    const statements = async (pageSize: string): Promise<[shown: number, statements: number]> => {
      const before = site.statements.length
      const { list } = (await site.ask(listRounds, { ...as, query: { pageSize } })).data
      return [list.length, site.statements.length - before]
    }
    const [[one, few], [all, many]] = [await statements('1'), await statements('30')]
    expect([one, all > 1]).toEqual([1, true])
    // The session, the page with the activities in which the organiser takes part, the open reports of experts.
    expect([few, many]).toEqual([3, 3])
  })

  test('is the same among all and among those of its state', async () => {
    await Promise.all([create(), create()])
    const all = (await site.ask(listRounds, { ...as, query: { pageSize: '100' } })).data
    const drafts = (await site.ask(listRounds, { ...as, query: { pageSize: '100', state: 'draft' } })).data
    expect(all.list.filter(({ state }) => state === 'draft')).toEqual(drafts.list)
    const second = (await site.ask(listRounds, { ...as, query: { pageSize: '1', page: '2' } })).data
    expect([second.list, second.total]).toEqual([[all.list[1]], all.total])
  })

  test('begins with rules that an organiser completes', async () => {
    const round = await create()
    expect(round).toMatchObject({
      name: 'First round',
      state: 'draft',
      kind: 'scored',
      mode: 'panel',
      works: 0,
      experts: 0,
      rulesHash: null,
      opensAt: null,
      activities: [{ id: activityId }],
    })
    expect(round.todo.map(({ text, tab, blocks }) => [tab, blocks, text])).toEqual([
      ['rules', true, 'There are no criteria yet.'],
      ['rules', true, 'The beginning and end of the review are not set.'],
      ['works', true, 'No works have been taken in yet.'],
      ['experts', true, 'No expert has accepted yet.'],
      ['plan', true, 'No assignment plan has been published.'],
    ])
    expect(round.may.open).toBe('Not yet: There are no criteria yet.')
    expect([round.may.edit, round.may.delete]).toEqual([null, null])
    expect(await actionsOn(round.id)).toEqual(['round.created'])
  })

  test('begins with the usual criteria on request: 100 points, each with levels without a gap', async () => {
    const { rules } = (await create({ criteria: 'usual' })).source
    expect(rules.criteria.reduce((sum, { max }) => sum + max, 0)).toBe(10_000)
    expect(rules.criteria.map(({ id }) => id)).toEqual(['design', 'technology', 'effect', 'innovation'])
    for (const { label, help, levels, max } of rules.criteria) {
      expect([Object.keys(label).length, Object.keys(help).length]).toEqual([5, 5])
      expect([levels[0]!.to, levels.at(-1)!.from]).toEqual([max, 0])
      expect(levels.slice(1).map(({ to }) => to + rules.step)).toEqual(levels.slice(0, -1).map(({ from }) => from))
    }
  })

  test('is made once per idempotency key', async () => {
    const headers = { ...as.headers, 'idempotency-key': 'round-once-0001' }
    const made = [
      (await site.ask(createRound, { headers, body: creation() })).data.id,
      (await site.ask(createRound, { headers, body: creation() })).data.id,
    ]
    expect(made[0]).toBe(made[1])
  })

  test('can copy the rules of a round of another edition', async () => {
    const former = await createEdition(site, { year: 2025, current: false })
    const source = await storeRound(site, {
      editionId: former,
      activityIds: [await createActivity(site, former)],
      state: 'settled',
    })
    await site.pool.query('update round set allows_download = true where id = $1', [source.id])
    const copy = await create({ copyOf: source.id })
    expect([copy.source.rules, copy.source.allowsDownload]).toEqual([testRoundRules, true])
    expect([copy.state, copy.editionId, copy.opensAt]).toEqual(['draft', editionId, null])
  })

  test('takes activities and a previous round of its own edition only', async () => {
    const other = await createEdition(site, { year: 2024, current: false })
    const foreign = await createActivity(site, other)
    const elsewhere = await storeRound(site, { editionId: other, activityIds: [foreign] })
    const ask = async (changes: Record<string, unknown>) => {
      const refused = await site.ask(createRound, { ...as, body: creation(changes) })
      return [refused.failure().error, fieldsOf(refused)]
    }
    expect(await ask({ activities: [foreign] })).toEqual(['activity.notFound', ['activities']])
    expect(await ask({ previous: elsewhere.id })).toEqual(['round.notFound', ['previous']])
    expect(await ask({ copyOf: activityId })).toEqual(['round.notFound', ['copyOf']])
  })

  test('never follows itself, not even by way of another', async () => {
    const first = await create()
    const second = await create({ previous: first.id })
    const refused = await save(first, { previous: second.id })
    expect(refused.failure().error).toBe('round.notFound')
  })

  test('is deleted as long as nothing depends on it', async () => {
    const first = await create()
    const second = await create({ previous: first.id })
    const remove = async ({ id, version }: Round) =>
      site.ask(deleteRound, { ...as, params: { id }, query: { version: String(version) } })
    expect((await remove(first)).failure().error).toBe('round.inUse')
    expect((await remove(second)).status).toBe(200)
    expect((await remove(first)).status).toBe(200)
    expect((await site.ask(readRound, { ...as, params: { id: first.id } })).failure().error).toBe('round.notFound')
    expect(await actionsOn(first.id)).toEqual(['round.created', 'round.deleted'])
  })
})

describe('saving', () => {
  test('refuses what does not fit, at its field', async () => {
    const round = await create()
    const rules = { ...testRoundRules, ties: [{ kind: 'criterion' as const, id: 'unknown' }] }
    const window = { opensAt: daysFromNoon(2).toISOString(), closesAt: daysFromNoon(1).toISOString() }
    expect(fieldsOf(await save(round, { rules }))).toEqual(['rules.ties.0'])
    expect(fieldsOf(await save(round, window))).toEqual(['closesAt'])
  })

  test('by two organisers at once keeps one, and tells the other', async () => {
    const round = await create()
    const saving = (points: number) => () => save(round, { rules: { ...testRoundRules, discrepancy: points } })
    const lock: [string, string] = [`select pg_advisory_xact_lock(hashtextextended($1, 0))`, `round ${round.id}`]
    const answers = await meetAt(site, lock, [saving(1_000), saving(2_000)])
    expect(answers.map((answer) => (answer.status === 200 ? 'ok' : answer.failure().error))).toEqual([
      'ok',
      'resource.changed',
    ])
    expect((await read(round.id)).source.rules.discrepancy).toBe(1_000)
  })

  test('drops works of activities that the round no longer has', async () => {
    const other = await createWorkActivity(site, editionId)
    const { roundId } = await openRound(site, {
      editionId,
      activityId,
      organiser,
      state: 'draft',
      works: 2,
      experts: 0,
    })
    const round = await read(roundId)
    expect(round.works).toBe(2)
    expect((await save(round, { activities: [other] })).data.works).toBe(0)
  })
})

describe('a planned round', () => {
  test('keeps what its plan depends on, and takes other changes', async () => {
    const { roundId } = await openRound(site, { editionId, activityId, organiser, state: 'planned' })
    const round = await read(roundId)
    const change = async (changes: Partial<RoundContent['rules']>) =>
      save(await read(roundId), { rules: { ...round.source.rules, ...changes } })
    expect((await change({ expertsPerWork: 3 })).failure().error).toBe('round.planStands')
    expect((await change({ discrepancy: 2_000 })).data.source.rules.discrepancy).toBe(2_000)
  })

  test('gives its plan back', async () => {
    const { roundId } = await openRound(site, { editionId, activityId, organiser, state: 'planned' })
    const drafted = (await step(roundId, { step: 'withdrawPlan' })).data
    expect([drafted.state, drafted.assignments]).toEqual(['draft', 0])
  })
})

describe('opening', () => {
  test('is refused with the first thing that is missing', async () => {
    const { roundId } = await openRound(site, {
      editionId,
      activityId,
      organiser,
      state: 'planned',
      rules: { criteria: testRoundRules.criteria.slice(0, 1), ties: [] },
    })
    const refused = (await step(roundId, { step: 'open' })).failure()
    expect([refused.error, refused.params]).toEqual([
      'round.incomplete',
      { reason: 'The criteria add up to 60 points instead of 100.' },
    ])
  })

  test('is possible without criteria where experts only give advice', async () => {
    const { roundId } = await openRound(site, {
      editionId,
      activityId,
      organiser,
      state: 'planned',
      rules: { kind: 'advice', criteria: [], ties: [] },
    })
    expect((await step(roundId, { step: 'open' })).data.state).toBe('open')
  })

  test('freezes the rules with their hash: neither organisers nor the database change them', async () => {
    const { roundId } = await openRound(site, { editionId, activityId, organiser, state: 'planned' })
    const opened = (await step(roundId, { step: 'open' })).data
    const { rows } = await site.pool.query<{ frozen: string }>('select frozen from round where id = $1', [roundId])
    expect(opened.rulesHash).toBe(createHash('sha256').update(rows[0]!.frozen).digest('hex'))
    expect((JSON.parse(rows[0]!.frozen) as { rules: unknown }).rules).toEqual(testRoundRules)

    const rules = { ...opened.source.rules, discrepancy: 2_000 }
    expect((await save(opened, { rules })).failure().error).toBe('round.frozen')
    const other = await createWorkActivity(site, editionId)
    expect((await save(opened, { activities: [other] })).failure().error).toBe('round.frozen')
    for (const statement of [
      `update round set rules = jsonb_set(rules, '{discrepancy}', '2000') where id = $1`,
      `update round set frozen_hash = sha256('x') where id = $1`,
      `delete from round_activity where round_id = $1`,
      `insert into round_activity select $1, id from activity where id not in (select activity_id from round_activity where round_id = $1) limit 1`,
    ])
      await expect(site.pool.query(statement, [roundId])).rejects.toThrow('never change')
  })

  test('leaves name and times to the organisers', async () => {
    const { roundId } = await openRound(site, { editionId, activityId, organiser })
    const closesAt = daysFromNoon(9).toISOString()
    const saved = (await save(await read(roundId), { name: { 'en-US': 'Final' }, closesAt })).data
    expect([saved.name, saved.closesAt]).toEqual(['Final', closesAt])
  })

  test('leaves to the organisers whether experts may download, and logs it', async () => {
    const { roundId } = await openRound(site, { editionId, activityId, organiser })
    const opened = await read(roundId)
    expect(opened.source.allowsDownload).toBe(false)
    const allowed = (await save(opened, { allowsDownload: true })).data
    // A client that does not know the setting leaves it as it is.
    const renamed = (await save(allowed, { name: { 'en-US': 'Final' } })).data
    expect([allowed.source.allowsDownload, renamed.source.allowsDownload]).toEqual([true, true])
    expect((await save(renamed, { allowsDownload: false })).data.source.allowsDownload).toBe(false)
    const { rows } = await site.pool.query<{ to: boolean }>(
      `select (changes -> 'after' -> 'allowsDownload')::boolean as "to" from audit
       where subject_id = $1 and action = 'round.saved' and changes -> 'after' ? 'allowsDownload'`,
      [roundId],
    )
    expect(rows.map(({ to }) => to).toSorted()).toEqual([false, true])
  })
})

describe('an opened round', () => {
  test('is paused, resumed, closed and, with a reason, reopened', async () => {
    const { roundId } = await openRound(site, { editionId, activityId, organiser })
    expect((await step(roundId, { step: 'resume' })).failure().error).toBe('round.moveRefused')
    expect((await step(roundId, { step: 'pause' })).data.state).toBe('paused')
    expect((await step(roundId, { step: 'resume' })).data.state).toBe('open')
    const closed = (await step(roundId, { step: 'close' })).data
    expect([closed.state, closed.closedAt !== null, closed.may.settle]).toEqual(['closed', true, null])
    expect(fieldsOf(await step(roundId, { step: 'reopen' }))).toEqual(['reason'])
    const reopened = (await step(roundId, { step: 'reopen', reason: 'A sheet was forgotten' })).data
    expect([reopened.state, reopened.closedAt]).toEqual(['open', null])
    expect(await actionsOn(roundId)).toEqual(['round.closed', 'round.paused', 'round.reopened', 'round.resumed'])
  })

  test('is not reopened once its scores are settled, nor after its end', async () => {
    const settled = await openRound(site, { editionId, activityId, organiser, state: 'settled' })
    expect((await step(settled.roundId, { step: 'reopen', reason: 'x' })).failure().error).toBe('round.moveRefused')
    const { roundId } = await openRound(site, { editionId, activityId, organiser, state: 'closed' })
    await save(await read(roundId), { closesAt: daysFromNoon(-1).toISOString() })
    expect((await step(roundId, { step: 'reopen', reason: 'x' })).failure().error).toBe('round.incomplete')
  })

  test('takes a step of a stale page for what it is', async () => {
    const { roundId: id } = await openRound(site, { editionId, activityId, organiser })
    const { version } = await read(id)
    await step(id, { step: 'pause' })
    const late = await site.ask(stepRound, { ...as, params: { id }, body: { step: 'close', version } })
    expect(late.failure().error).toBe('resource.changed')
  })
})
