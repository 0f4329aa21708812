import { listActivities, readActivity } from '@lectern/contract/competition/competition.ts'
import { foreseePhase } from '@lectern/contract/competition/phases.ts'
import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { readContestLines } from '@lectern/contract/dashboard/contest-lines.ts'
import { stepList } from '@lectern/contract/results/results.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createEdition, createKnownTeacher, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, english } from '../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../testing/results.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../testing/works.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite({ withTasks: true })
})
afterEach(() => site.clock.set(fixedNow))
afterAll(() => site.close())

const at = (days: number): string => daysFromNoon(days).toISOString()
const until = (days: number) => ({ until: at(days) })

let years = 2040

/** A list that a second organiser has confirmed, in an edition with these phases beside enrolment and submission. */
const confirmedList = async (phases: Partial<Record<PhaseKind, [number, number]>> = {}) => {
  await site.pool.query('update edition set current = false')
  years += 1
  const editionId = await createEdition(site, { year: years })
  for (const [kind, [from, to]] of Object.entries(phases))
    await createPhase(site, editionId, {
      kind: kind as PhaseKind,
      opensAt: daysFromNoon(from),
      closesAt: daysFromNoon(to),
      graceMinutes: 600,
    })
  const activityId = await createWorkActivity(site, editionId)
  const activity = await settledActivity(site, { editionId, activityId, scores: [90, 80] })
  const office = resultsOffice(site, activity)
  await office.save()
  await office.compute()
  await office.step('propose')
  await office.step('confirm', { as: await createPerson(site, { access: 'admin' }) })
  const { id } = await office.newest()
  const take = async (step: 'publicise' | 'announce', more: Omit<BodyInputOf<typeof stepList>, 'step' | 'version'>) => {
    const { version } = await office.newest()
    return site.ask(stepList, { headers: office.headers, params: { id }, body: { step, version, ...more } })
  }
  return { ...activity, office, take, id }
}

const seen = {
  running: ['enrolment' as const, 'submission' as const],
  drafts: 0,
  unstarted: 0,
  extended: 0,
  unchecked: 0,
  timing: null,
}

describe('a public notice', () => {
  test('lasts for the days of the rules where there is no phase', async () => {
    const { office } = await confirmedList()
    expect((await office.newest()).publicityEnd).toBe(null)
    expect((await office.step('publicise')).data.publicityUntil).toBe(at(7))
  })

  test('ends with its phase unless organisers say otherwise, and never after it', async () => {
    const { office } = await confirmedList({ publicity: [-1, 3] })
    const { phase, publicityEnd } = await office.newest()
    expect([phase, publicityEnd]).toEqual([{ opensAt: at(-1), closesAt: at(3) }, at(3)])
    const refused = (await office.step('publicise', until(4))).failure()
    expect([refused.error, refused.fields]).toEqual([
      'phase.outside',
      [
        {
          path: 'until',
          message:
            'This has to lie within the phase “Public notice”: May 19, 2031, 20:00 (Beijing time) to May 23, 2031, 20:00 (Beijing time).',
        },
      ],
    ])
    expect((await office.step('publicise')).data.publicityUntil).toBe(at(3))
  })

  test.each([
    ['early', [2, 9], at(9)],
    ['late', [-9, -2], at(7)],
    ['late', [-9, 0.5], at(7)],
  ] as const)('that begins %s, in a phase %o, has to be acknowledged', async (timing, [from, to], end) => {
    const { office, take } = await confirmedList({ publicity: [from, to] })
    expect((await office.newest()).leavesOut).toEqual({ ...seen, timing })
    expect((await take('publicise', { acknowledged: seen })).failure().error).toBe('activity.leftOut')
    expect((await take('publicise', { acknowledged: { ...seen, timing } })).data.publicityUntil).toBe(end)
  })

  test('is named when its phase is moved, and stays', async () => {
    const { office, editionId, id } = await confirmedList({ publicity: [-1, 3] })
    await office.step('publicise')
    const query = { edition: editionId, kind: 'publicity' as const, opensAt: at(-1), closesAt: at(2) }
    const { outside } = (await site.ask(foreseePhase, { headers: office.headers, query })).data
    expect(outside).toEqual([
      { what: 'list', id, name: 'Course Innovation', opensAt: null, closesAt: at(3), isMovable: false },
    ])
  })
})

describe('what a list leaves out', () => {
  test('is acknowledged before the notice and before the announcement, and what still runs can be ended', async () => {
    const { office, take, activityId } = await confirmedList()
    const refused = (await take('publicise', until(2))).failure()
    expect([refused.error, refused.params]).toEqual([
      'activity.leftOut',
      { what: 'enrollment is still open, works can still be submitted' },
    ])
    expect((await take('publicise', { ...until(2), acknowledged: seen })).status).toBe(200)
    site.clock.set(daysFromNoon(2))
    await office.step('finalise')
    expect((await take('announce', {})).failure().error).toBe('activity.leftOut')
    expect((await take('announce', { acknowledged: seen, ends: true })).status).toBe(200)
    const { rows } = await site.pool.query<{ closes: Date }>(
      'select closes_at as closes from phase where activity_id = $1',
      [activityId],
    )
    expect(rows).toEqual([{ closes: daysFromNoon(2) }])
  })
})

describe('once results are announced', () => {
  /** Announced two days later, although teams could still act. */
  const announced = async () => {
    const list = await confirmedList({ review: [20, 25], publicity: [26, 30], results: [31, 40] })
    const { captain, enrolmentId, team } = await createApprovedTeam(site, list.activityId, list.organiser)
    const worker = workerOf(site, captain)
    const { id: work } = await worker.start(enrolmentId)
    await worker.upload(work, 'plan', Buffer.from('%PDF-1.4\nfirst\n%%EOF\n'))
    await worker.fill(work)
    await list.office.step('publicise', until(1))
    site.clock.set(daysFromNoon(2))
    await list.office.step('finalise')
    expect((await list.office.step('announce')).status).toBe(200)
    site.clock.set(after(60_000, daysFromNoon(2)))
    return { ...list, captain, worker, work, team }
  }

  test('nobody enrols, or hands in a work, in spite of phases and extensions', async () => {
    const { activityId, organiser, worker, work, team } = await announced()
    const body = { activityId, name: 'Too late', slogan: '' }
    const late = await site.ask(createTeam, { headers: english(await createKnownTeacher(site)), body })
    const closed = ['activity.announced', { announcedAt: 'May 22, 2031, 20:00 (Beijing time)' }]
    const said = ({ error, params }: { error: string; params?: unknown }) => [error, params]
    expect(said(late.failure())).toEqual(closed)
    expect(said((await worker.submit(work)).failure())).toEqual(closed)
    await site.call('POST', `/api/teams/${team.id}/extensions`, {
      headers: english(organiser),
      body: { kind: 'submission', until: at(9), reason: 'A flood' },
    })
    expect(said((await worker.submit(work)).failure())).toEqual(closed)
  })

  test('the page, the schedule, the calendar, the next step and the dashboard say what really happened', async () => {
    const { activityId, captain, organiser } = await announced()
    const visitor = { headers: { 'accept-language': 'en-US' } }
    const page = async () => {
      const { standing, closesAt, schedule } = (
        await site.ask(readActivity, { ...visitor, params: { id: activityId } })
      ).data
      return { standing, closesAt, schedule: Object.fromEntries(schedule.map((phase) => [phase.kind, phase.standing])) }
    }
    await expect.poll(page).toEqual({
      standing: 'closed',
      closesAt: at(2),
      schedule: { enrolment: 'past', submission: 'past', review: 'past', publicity: 'past', results: 'running' },
    })
    const { schedule } = (await site.ask(listActivities, { ...visitor, query: {} })).data
    expect(schedule.map(({ kind, opensAt, closesAt }) => [kind, opensAt, closesAt])).toEqual([
      ['enrolment', at(-5), at(2)],
      ['review', at(0), at(0)],
      ['publicity', at(0), at(1)],
      ['results', at(2), at(40)],
    ])
    const calendar = (await site.get(`/calendar/${activityId}.ics?lang=en-US`)).text.split('\r\n')
    const ends = calendar.filter((line) => line.startsWith('DTEND'))
    expect(ends[1]).toBe('DTEND:20310522T120000Z')
    const why =
      'The results of this activity were announced May 22, 2031, 20:00 (Beijing time). It takes no more enrollments or works.'
    const stepOf = async (headers: Record<string, string>) => {
      const answer = (await site.ask(readNextStep, { headers, params: { id: activityId } })).data
      return [answer.step, answer.why]
    }
    expect(await stepOf(visitor.headers)).toEqual(['refused', why])
    expect(await stepOf(english(captain))).toEqual(['workMissed', why])
    const { list } = (await site.ask(readContestLines, { headers: english(organiser), query: {} })).data
    const line = list.find(({ id }) => id === activityId)!
    expect(line.stages.find(({ stage }) => stage === 'enrolment')!.standing).not.toBe('running')
  })
})
