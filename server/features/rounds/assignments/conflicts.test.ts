import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import {
  addConflict,
  findConflicts,
  inviteReviewers,
  liftConflict,
  listConflicts,
  listReviewers,
  saveReviewer,
} from '@lectern/contract/rounds/reviewers.ts'
import { collectWorks } from '@lectern/contract/rounds/rounds.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../../testing/contest.ts'
import { meetAt } from '../../../testing/meeting.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { storeAcceptedWork } from '../../../testing/accepted-works.ts'
import {
  createExpert,
  openRound,
  storeAssignment,
  storeEntry,
  storeReviewer,
  storeRound,
} from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity } from '../../../testing/works.ts'
import { explainingConflicts } from './end-assignments.ts'
import { assignment, conflict } from '../tables.ts'

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

const newRound = async (): Promise<RoundId> => (await storeRound(site, { editionId, activityIds: [activityId] })).id

const search = async (id: RoundId) => (await site.ask(findConflicts, { ...as, params: { id } })).data
const list = async (id: RoundId, query: QueryInputOf<typeof listConflicts> = {}) =>
  (await site.ask(listConflicts, { ...as, params: { id }, query })).data.list

describe('conflicts', () => {
  test('are found for members, for the same institution however it is written, and for former teammates', async () => {
    const id = await newRound()
    const earlier = await createActivity(site, await createEdition(site, { year: 2025, current: false }))
    const [member, colleague, former, free] = [
      await createExpert(site, { school: '甲大学' }),
      await createExpert(site, { school: '乙大学' }),
      await createExpert(site, { school: '丙大学' }),
      await createExpert(site, { school: '丁大学' }),
    ]
    const captain = await createKnownTeacher(site, { school: '江州大学ABC' })
    const { workId, teamId } = await storeAcceptedWork(site, activityId, { captain, school: '江州 大学 Ａbc' })
    const { id: entryId } = await storeEntry(site, id, workId)
    const join = (team: string, activity: string, account: string, role: string, position: number) =>
      site.pool.query(
        'insert into team_member (team_id, account_id, activity_id, role, position, joined_at) values ($1, $2, $3, $4, $5, now())',
        [team, account, activity, role, position],
      )
    await join(teamId, activityId, member.id, 'advisor', 1)
    const old = await storeAcceptedWork(site, earlier, { captain: former })
    await join(old.teamId, earlier, captain.id, 'member', 1)
    for (const [expert, institution] of [
      [member, '甲大学'],
      [colleague, ' 江州大学　abc'],
      [former, '丙大学'],
      [free, '丁大学'],
    ] as const)
      await storeReviewer(site, id, expert.id, { institution })
    expect(await search(id)).toEqual({ found: 3, standing: 3, ended: 0, judged: [] })
    const found = await list(id)
    const accounts = new Map(
      (await site.ask(listReviewers, { ...as, params: { id }, query: {} })).data.list.map((row) => [
        row.id,
        row.account,
      ]),
    )
    expect(
      found.map(({ kind, reviewer, entry, by }) => [kind, accounts.get(reviewer.id), entry.id, by]).toSorted(),
    ).toEqual(
      [
        ['earlier', former.id, entryId, null],
        ['institution', colleague.id, entryId, null],
        ['member', member.id, entryId, null],
      ].toSorted(),
    )
    expect(await search(id)).toEqual({ found: 0, standing: 3, ended: 0, judged: [] })
  })

  test('are found when works are collected, when experts are invited and when their institution changes', async () => {
    const activity = await createWorkActivity(site, editionId)
    const { id } = await storeRound(site, { editionId, activityIds: [activity] })
    const [first, second] = [
      await createExpert(site, { school: '南湖大学' }),
      await createExpert(site, { school: '南湖大学' }),
    ]
    const invite = (person: TestPerson) =>
      site.ask(inviteReviewers, { ...as, params: { id }, body: { accounts: [person.id] } })
    await invite(first)
    await storeAcceptedWork(site, activity, { school: '南湖大学' })
    await site.ask(collectWorks, { ...as, params: { id } })
    expect(await list(id)).toHaveLength(1)
    await invite(second)
    const found = await list(id)
    expect(found.map(({ kind }) => kind)).toEqual(['institution', 'institution'])
    const rows = (await site.ask(listReviewers, { ...as, params: { id }, query: {} })).data.list
    const { fields, maxWorks, panel, isChair, version, id: reviewer } = rows[0]!
    const given = { fields, maxWorks, panel, isChair }
    const params = { id, reviewer }
    await site.ask(saveReviewer, { ...as, params, body: { ...given, version, institution: '北岭大学' } })
    expect(await list(id)).toHaveLength(1)
    const body = { ...given, version: version + 1, institution: '南湖大學'.replace('學', '学') }
    expect((await site.ask(saveReviewer, { ...as, params, body })).data.found).toBe(1)
    expect(await list(id)).toHaveLength(2)
  })

  test('set by an organiser end the assignment of the two; lifting one needs a reason and lasts', async () => {
    const { roundId, works, experts, assignments } = await openRound(site, {
      editionId,
      activityId,
      organiser,
      works: 1,
      experts: 2,
    })
    const params = { id: roundId }
    const body = { reviewer: experts[0]!.reviewerId, entry: works[0]!.entryId, reason: '曾是其导师' }
    const made = (await site.ask(addConflict, { ...as, params, body })).data
    expect([made.kind, made.reason, made.entry.code]).toEqual(['set', '曾是其导师', works[0]!.code])
    const [ended] = await site.db.select().from(assignment).where(eq(assignment.id, assignments[0]!.id))
    expect([ended!.state, ended!.reason, ended!.token === assignments[0]!.token]).toEqual([
      'removed',
      '曾是其导师',
      false,
    ])
    expect((await site.ask(addConflict, { ...as, params, body })).failure().error).toBe('conflict.exists')
    const lift = (reason: string) =>
      site.ask(liftConflict, { ...as, params: { ...params, conflict: made.id }, body: { reason } })
    expect((await lift('')).status).toBe(422)
    expect((await lift('核实无关')).data.liftedReason).toBe('核实无关')
    expect((await lift('再次')).failure().error).toBe('resource.changed')
    expect([await list(roundId), (await list(roundId, { lifted: 'true' })).length]).toEqual([[], 1])
    const { rows } = await site.pool.query<{ action: string }>(
      `select action from audit where subject_id = $1 order by action`,
      [works[0]!.entryId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['assignment.removed', 'conflict.added', 'conflict.lifted'])
  })

  test('of team members cannot be lifted, and nobody lifts one of their own team', async () => {
    const id = await newRound()
    const expert = await createExpert(site)
    const { workId } = await storeAcceptedWork(site, activityId, { captain: expert })
    const { id: entryId } = await storeEntry(site, id, workId)
    const reviewerId = await storeReviewer(site, id, expert.id)
    await search(id)
    const found = (await list(id, { kind: 'member' }))[0]!
    const lift = (who: TestPerson, which: string) =>
      site.callAs(who, 'POST', `/api/rounds/${id}/conflicts/${which}/lifting`, { reason: '无关' })
    expect((await lift(organiser, found.id)).failure().error).toBe('conflict.notLiftable')
    const own = await createKnownTeacher(site, { access: 'admin' })
    await site.pool.query('update team_member set account_id = $1 where account_id = $2', [own.id, expert.id])
    const body = { reviewer: reviewerId, entry: entryId, reason: '自己的队' }
    expect((await site.callAs(own, 'POST', `/api/rounds/${id}/conflicts`, body)).failure().error).toBe(
      'organiser.takesPart',
    )
  })

  test('found for a work that the expert has already judged are left to the organiser', async () => {
    const { roundId, works, experts, assignments } = await openRound(site, {
      editionId,
      activityId,
      organiser,
      works: 1,
      experts: 2,
    })
    for (const { person, reviewerId } of experts)
      await site.pool.query(
        `with moved as (update account set school = '江州一中' where id = $1) update reviewer set institution = '江州一中' where id = $2`,
        [person.id, reviewerId],
      )
    await site.pool.query('update assignment set is_finished = true where id = $1', [assignments[0]!.id])
    const finished = assignments[0]!.reviewerId
    const answer = await search(roundId)
    expect([answer.found, answer.ended, answer.judged.map(({ reviewer, entry }) => [reviewer.id, entry.id])]).toEqual([
      1,
      1,
      [[finished, works[0]!.entryId]],
    ])
    expect((await site.ask(collectWorks, { ...as, params: { id: roundId } })).status).toBe(200)
  })

  test('and assignments that meet in the database are refused with a clear error', async () => {
    const { roundId, works, experts } = await openRound(site, {
      editionId,
      activityId,
      organiser,
      works: 1,
      experts: 2,
    })
    const third = await createExpert(site)
    const reviewerId = await storeReviewer(site, roundId, third.id)
    const { entryId } = works[0]!
    const [, assigned] = await meetAt<unknown>(
      site,
      ['select from reviewer where id = $1 for update', reviewerId],
      [
        () =>
          site.ask(addConflict, {
            ...as,
            params: { id: roundId },
            body: { reviewer: reviewerId, entry: entryId, reason: '师生' },
          }),
        () =>
          explainingConflicts(() => storeAssignment(site, roundId, entryId, reviewerId)).catch(
            (error: unknown) => (error as { error: string }).error,
          ),
      ],
    )
    expect(assigned).toBe('conflict.stands')
    const standing = await site.db
      .select()
      .from(conflict)
      .where(and(eq(conflict.reviewerId, reviewerId), eq(conflict.entryId, entryId)))
    expect([standing.length, experts.length]).toEqual([1, 2])
  })
})
