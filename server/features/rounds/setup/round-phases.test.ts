import { listAudit } from '@lectern/contract/audit/audit.ts'
import { readActivity, listActivities } from '@lectern/contract/competition/competition.ts'
import {
  deletePhase,
  foreseePhase,
  listPhases,
  savePhase,
  type ListedPhase,
} from '@lectern/contract/competition/phases.ts'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import { createRound, readRound, saveRound, stepRound, type Round } from '@lectern/contract/rounds/rounds.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEdition, createKnownTeacher, createPhase, daysFromNoon } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { openRound, storeRound } from '../../../testing/rounds.ts'
import { fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../../testing/works.ts'

let site: TestSite
let organiser: TestPerson
let as: { headers: Record<string, string> }

const at = (days: number): string => daysFromNoon(days).toISOString()

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  as = { headers: english(organiser) }
})
afterAll(() => site.close())

let years = 2030

/** A current edition with two activities, and a review phase of its own. */
const newContest = async (review?: [from: number, until: number]) => {
  await site.pool.query('update edition set current = false')
  years += 1
  const editionId = await createEdition(site, { year: years })
  const activities = [await createWorkActivity(site, editionId), await createWorkActivity(site, editionId)] as const
  if (review) await addReview(editionId, null, ...review)
  return { editionId, activityId: activities[0], other: activities[1] }
}

const addReview = (editionId: EditionId, activityId: ActivityId | null, from: number, until: number) =>
  createPhase(site, editionId, {
    kind: 'review',
    activityId,
    opensAt: daysFromNoon(from),
    closesAt: daysFromNoon(until),
  })

const create = async (edition: EditionId, activities: readonly ActivityId[]): Promise<Round> => {
  const body = createRound.body.parse({ edition, name: { 'en-US': 'A round' }, activities, previous: null })
  return (await site.ask(createRound, { ...as, body })).data
}

const read = async (id: RoundId): Promise<Round> => (await site.ask(readRound, { ...as, params: { id } })).data

const save = async (id: RoundId, changes: Partial<Record<'opensAt' | 'closesAt', string>> & { name?: object }) => {
  const { source, activities, opensAt, closesAt, version } = await read(id)
  const content = { ...source, activities: activities.map((each) => each.id), opensAt, closesAt }
  const body = saveRound.body.parse({ ...content, version, ...changes })
  return site.ask(saveRound, { ...as, params: { id }, body })
}

const phaseOf = async (edition: EditionId): Promise<ListedPhase> => {
  const { list } = (await site.ask(listPhases, { ...as, query: { edition, pageSize: '100' } })).data
  return list.find((phase) => phase.kind === 'review' && phase.activityId === null)!
}

const movePhase = async (edition: EditionId, changes: Partial<BodyInputOf<typeof savePhase>>, who = as) => {
  const { id, version, opensAt, closesAt, graceMinutes } = await phaseOf(edition)
  const body = savePhase.body.parse({ version, opensAt, closesAt, graceMinutes, ...changes })
  return site.ask(savePhase, { ...who, params: { id }, body })
}

const foresee = async (edition: EditionId, [from, until]: [number, number], who = as) => {
  const query = { edition, kind: 'review' as const, opensAt: at(from), closesAt: at(until) }
  return (await site.ask(foreseePhase, { ...who, query })).data.outside
}

describe('the times of a round', () => {
  test('are not set where there is no review phase, and may be any', async () => {
    const { editionId, activityId } = await newContest()
    const round = await create(editionId, [activityId])
    expect([round.opensAt, round.closesAt, round.phase]).toEqual([null, null, null])
    expect((await save(round.id, { opensAt: at(50), closesAt: at(60) })).data.closesAt).toBe(at(60))
  })

  test("are those of the activity's phase, and of the edition's for several activities", async () => {
    const { editionId, activityId, other } = await newContest([6, 12])
    await addReview(editionId, activityId, 7, 9)
    const windows = []
    for (const activities of [[activityId], [other], [activityId, other]]) {
      const { opensAt, closesAt, phase } = await create(editionId, activities)
      expect(phase).toEqual({ opensAt, closesAt })
      windows.push([opensAt, closesAt])
    }
    expect(windows).toEqual([
      [at(7), at(9)],
      [at(6), at(12)],
      [at(6), at(12)],
    ])
  })

  test('lie within the phase, which the refusal names with its dates', async () => {
    const { editionId, activityId } = await newContest([7, 9])
    const { id } = await create(editionId, [activityId])
    const refused = (await save(id, { closesAt: at(10) })).failure()
    expect([refused.error, refused.fields]).toEqual([
      'phase.outside',
      [
        {
          path: 'closesAt',
          message:
            'This has to lie within the phase “Review”: May 27, 2031, 20:00 (Beijing time) to May 29, 2031, 20:00 (Beijing time).',
        },
      ],
    ])
    expect((await save(id, { opensAt: at(6) })).failure().fields?.[0]?.path).toBe('opensAt')
    expect((await save(id, { opensAt: at(8), closesAt: at(8.5) })).data.closesAt).toBe(at(8.5))
  })

  test('that a round has had before stay, whatever else is changed', async () => {
    const { editionId, activityId } = await newContest([7, 9])
    const { id } = await storeRound(site, { editionId, activityIds: [activityId] })
    const renamed = (await save(id, { name: { 'en-US': 'Renamed' } })).data
    expect([renamed.name, renamed.opensAt, renamed.closesAt]).toEqual(['Renamed', at(-5), at(5)])
    expect((await save(id, { closesAt: at(8) })).data.closesAt).toBe(at(8))
    expect((await save(id, { closesAt: at(5) })).failure().error).toBe('phase.outside')
  })

  test('are asked about before a phase is moved: they move along, or stay', async () => {
    const { editionId, activityId, other } = await newContest([6, 12])
    await addReview(editionId, activityId, 1, 3)
    // Its phase does not change.
    await create(editionId, [activityId])
    const [one, two] = [await create(editionId, [activityId, other]), await create(editionId, [other])]
    const outside = await foresee(editionId, [7, 11])
    const named = { what: 'round', name: 'A round', opensAt: at(6), closesAt: at(12), isMovable: true }
    const byId = (first: { id: string }, second: { id: string }) => (first.id < second.id ? -1 : 1)
    expect(outside.toSorted(byId)).toEqual([one, two].map(({ id }) => ({ ...named, id })).toSorted(byId))
    expect(await foresee(editionId, [5, 13])).toEqual([])

    const narrow = { opensAt: at(7), closesAt: at(11) }
    const refused = (await movePhase(editionId, narrow)).failure()
    expect([refused.error, refused.params]).toEqual(['phase.windowsOutside', { names: 'A round, A round' }])
    expect((await phaseOf(editionId)).version).toBe(1)

    expect((await movePhase(editionId, { ...narrow, things: 'move' })).status).toBe(200)
    const moved = await read(one.id)
    expect([moved.opensAt, moved.closesAt]).toEqual([at(7), at(11)])
    const { list } = (await site.ask(listAudit, { ...as, query: { subjectKind: 'round', subjectId: one.id } })).data
    // The clock stands still: the log has no order.
    const saves = list.filter(({ action }) => action === 'round.saved')
    expect(saves.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { opensAt: at(6), closesAt: at(12) }, after: { opensAt: at(7), closesAt: at(11) } },
    ])

    expect((await movePhase(editionId, { opensAt: at(8), things: 'leave' })).status).toBe(200)
    expect((await read(two.id)).opensAt).toBe(at(7))
  })

  test('stay when their phase is deleted, and are named before that', async () => {
    const { editionId, activityId, other } = await newContest([6, 12])
    await addReview(editionId, activityId, 7, 9)
    const { id: ownId } = await create(editionId, [activityId])
    const { id: sharedId } = await create(editionId, [other])
    const deleted = async (activity?: ActivityId) => {
      const query = { edition: editionId, kind: 'review' as const, ...(activity && { activity }) }
      const { outside, withoutPhase } = (await site.ask(foreseePhase, { ...as, query })).data
      return [outside, withoutPhase].map((things) => things.map(({ id }) => id))
    }
    // The activity follows its edition again, within which the round lies.
    expect(await deleted(activityId)).toEqual([[], []])
    expect(await deleted()).toEqual([[], [sharedId]])
    const { id, version } = await phaseOf(editionId)
    const asSeen = { params: { id }, query: { version: String(version) } }
    expect((await site.ask(deletePhase, { ...as, ...asSeen })).status).toBe(200)
    expect(await deleted(activityId)).toEqual([[], [ownId]])
    const { opensAt, closesAt, phase } = await read(sharedId)
    expect([opensAt, closesAt, phase]).toEqual([at(6), at(12), null])
  })

  test('of an open round follow only with their end, and never into the past', async () => {
    const { editionId, activityId } = await newContest([-6, 6])
    const { roundId } = await openRound(site, { editionId, activityId, organiser, works: 1, experts: 2 })
    expect((await foresee(editionId, [-9, -1]))[0]).toMatchObject({ id: roundId, opensAt: null, isMovable: false })
    expect((await movePhase(editionId, { opensAt: at(-1), closesAt: at(4), things: 'move' })).status).toBe(200)
    const { opensAt, closesAt } = await read(roundId)
    expect([opensAt, closesAt]).toEqual([at(-5), at(4)])
  })

  test("of somebody's own activity are not told to them, nor moved by them", async () => {
    const { editionId, activityId, other } = await newContest([6, 12])
    await addReview(editionId, activityId, 1, 3)
    const participant = await createPerson(site, { access: 'admin' })
    const headers = english(await createKnownTeacher(site))
    const team = (await site.ask(createTeam, { headers, body: { activityId, name: '星火', slogan: '' } })).data
    await site.pool.query(
      `insert into team_member (team_id, activity_id, account_id, role, position, joined_at)
       values ($1, $2, $3, 'member', 2, $4)`,
      [team.id, activityId, participant.id, fixedNow],
    )
    const shared = await create(editionId, [activityId, other])
    const asParticipant = { headers: english(participant) }
    expect(await foresee(editionId, [7, 11], asParticipant)).toEqual([])
    const narrow = { opensAt: at(7), closesAt: at(11), things: 'move' as const }
    expect((await movePhase(editionId, narrow, asParticipant)).failure().error).toBe('organiser.takesPart')
    expect((await read(shared.id)).opensAt).toBe(at(6))
  })
})

/** One team has begun its work, one has not, and the work of a third is not checked. */
const newRoundWithTeams = async () => {
  const contest = await newContest([1, 9])
  for (const state of ['draft', 'unstarted', 'submitted']) {
    const { captain, enrolmentId } = await createApprovedTeam(site, contest.activityId, organiser)
    if (state === 'unstarted') continue
    const worker = workerOf(site, captain)
    const { id } = await worker.start(enrolmentId)
    if (state === 'draft') continue
    await worker.upload(id, 'plan', Buffer.from('%PDF-1.4\nfirst\n%%EOF\n'))
    await worker.fill(id)
    expect((await worker.submit(id)).status).toBe(200)
  }
  const { editionId, activityId } = contest
  const { roundId } = await openRound(site, { editionId, activityId, organiser, state: 'planned' })
  return { ...contest, roundId }
}

const seen = {
  running: ['enrolment' as const, 'submission' as const],
  drafts: 1,
  unstarted: 1,
  extended: 0,
  unchecked: 1,
  timing: 'early' as const,
}

const open = async (id: RoundId, more: Omit<BodyInputOf<typeof stepRound>, 'step' | 'version'> = {}) => {
  const { version } = await read(id)
  return site.ask(stepRound, { ...as, params: { id }, body: { step: 'open', version, ...more } })
}

const standings = async (id: ActivityId) => {
  const { schedule } = (await site.ask(readActivity, { ...as, params: { id } })).data
  return Object.fromEntries(schedule.map(({ kind, standing }) => [kind, standing]))
}

describe('opening a round', () => {
  test('is refused unless the organiser has seen exactly what it leaves out, with the numbers', async () => {
    const { roundId, activityId } = await newRoundWithTeams()
    expect((await read(roundId)).leavesOut).toEqual(seen)
    const refused = (await open(roundId)).failure()
    expect([refused.error, refused.params]).toEqual([
      'activity.leftOut',
      {
        what: 'it is earlier than the phase that was planned for it, enrollment is still open, works can still be submitted, 1 work is a draft that is not submitted, 1 team has not begun its work, 1 submitted work is not checked',
      },
    ])
    const stale = { acknowledged: { ...seen, unchecked: 0 } }
    expect((await open(roundId, stale)).failure().error).toBe('activity.leftOut')
    expect((await read(roundId)).state).toBe('planned')
    const running = { enrolment: 'running', submission: 'running' }
    await expect.poll(() => standings(activityId)).toEqual({ ...running, review: 'upcoming' })
    expect((await open(roundId, { acknowledged: seen })).data.state).toBe('open')
    await expect.poll(() => standings(activityId)).toEqual({ ...running, review: 'running' })
  })

  test('ends what still runs in its activities alone, and visitors see that experts judge', async () => {
    const { roundId, activityId, other } = await newRoundWithTeams()
    const before = { enrolment: 'running', submission: 'running', review: 'upcoming' }
    await expect.poll(() => standings(activityId)).toEqual(before)
    const opened = (await open(roundId, { acknowledged: seen, ends: true })).data
    expect([opened.state, opened.leavesOut]).toEqual(['open', null])
    await expect.poll(() => standings(activityId)).toEqual({ enrolment: 'past', submission: 'past', review: 'running' })
    expect(await standings(other)).toEqual(before)
    const cards = (await site.ask(listActivities, { ...as, query: {} })).data
    expect(cards.list.map(({ id, standing }) => [id, standing])).toEqual([
      [activityId, 'closed'],
      [other, 'open'],
    ])
    // The schedule of the edition: from the first to the last activity that follows it.
    const now = fixedNow.toISOString()
    expect(cards.schedule).toEqual([
      { kind: 'enrolment', opensAt: at(-5), closesAt: at(5) },
      { kind: 'review', opensAt: now, closesAt: at(9) },
    ])
    const { rows: phases } = await site.pool.query<{ id: string; kind: string }>(
      'select id, kind from phase where activity_id = $1 order by kind',
      [activityId],
    )
    const steps = []
    for (const { id: subjectId } of phases) {
      const { list } = (await site.ask(listAudit, { ...as, query: { subjectKind: 'phase', subjectId } })).data
      steps.push(...list.map(({ action, after }) => ({ action, after })))
    }
    const created = { activity: activityId, kind: 'enrolment', opensAt: at(-5), closesAt: now, graceMinutes: 0 }
    expect(steps).toEqual([
      { action: 'content.created', after: created },
      { action: 'content.updated', after: { closesAt: now } },
    ])
    const headers = english(await createKnownTeacher(site))
    const late = await site.ask(createTeam, { headers, body: { activityId, name: 'Too late', slogan: '' } })
    expect(late.failure().error).toBe('enrolment.closed')
  })

  test('ends the phase of the edition where no other activity follows it', async () => {
    const { roundId, editionId, activityId, other } = await newRoundWithTeams()
    await site.pool.query(`insert into round_activity (round_id, activity_id) values ($1, $2)`, [roundId, other])
    await open(roundId, { acknowledged: (await read(roundId)).leavesOut!, ends: true })
    const { rows } = await site.pool.query<{ activity: ActivityId | null; closes: Date }>(
      `select activity_id as activity, closes_at as closes from phase
       where edition_id = $1 and kind <> 'review' order by activity_id nulls first`,
      [editionId],
    )
    const byActivity = [null, ...[activityId, other].toSorted()]
    expect(rows).toEqual(byActivity.map((activity) => ({ activity, closes: fixedNow })))
  })

  test('needs no acknowledgement where nothing is left out', async () => {
    const { editionId, activityId } = await newContest([-9, 9])
    await site.pool.query(`update phase set opens_at = $2, closes_at = $3 where edition_id = $1 and kind <> 'review'`, [
      editionId,
      daysFromNoon(-9),
      daysFromNoon(-8),
    ])
    const { roundId } = await openRound(site, { editionId, activityId, organiser, state: 'planned' })
    expect((await read(roundId)).leavesOut).toBe(null)
    expect((await open(roundId)).data.state).toBe('open')
  })
})
