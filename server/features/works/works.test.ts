import { readActivitySource, saveActivity } from '@lectern/contract/competition/activities.ts'
import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import { withdrawEnrolment, readEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId, EditionId, TaskId, WorkId } from '@lectern/contract/ids.ts'
import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { listWorks } from '@lectern/contract/works/work-office.ts'
import {
  discardWorkChanges,
  listMyWorks,
  orderWorkFiles,
  readWork,
  removeWorkFile,
  reviveWork,
  startWork,
  withdrawWork,
} from '@lectern/contract/works/works.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { createEdition, createKnownTeacher, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, testPart, testRules, workerOf } from '../../testing/works.ts'
import { runRecheck } from './checks/recheck.ts'
import { workFile } from './tables.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  activityId = await createWorkActivity(site, editionId)
  organiser = await createPerson(site, { access: 'admin', realName: '赵敏' })
})
afterAll(() => site.close())

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

/** A work that could be submitted. */
const prepared = async (activity = activityId) => {
  const { captain, team, enrolmentId, number } = await createApprovedTeam(site, activity, organiser)
  const worker = workerOf(site, captain)
  const { id } = await worker.start(enrolmentId)
  await worker.upload(id, 'plan', pdf('first'))
  await worker.fill(id)
  return { captain, team, enrolmentId, number, worker, id }
}

const submitted = async () => {
  const made = await prepared()
  const work = (await made.worker.submit(made.id)).data
  return { ...made, work }
}

const titlesOf = async (person: TestPerson): Promise<string[]> =>
  (await site.ask(listNotices, { headers: english(person), query: {} })).data.list.map(({ title }) => title)

describe('a work', () => {
  test('is started once, however often somebody asks', async () => {
    const { captain, enrolmentId } = await createApprovedTeam(site, activityId, organiser)
    const worker = workerOf(site, captain)
    const [one, other] = await Promise.all([worker.start(enrolmentId), worker.start(enrolmentId)])
    expect([one.id, one.state, one.parts.map(({ id }) => id)]).toEqual([other.id, 'draft', ['plan', 'idea']])
  })

  test('is seen by its team and organisers, and by nobody else', async () => {
    const { id, captain } = await prepared()
    const stranger = await createKnownTeacher(site)
    const statuses = []
    for (const headers of [english(captain), english(organiser), english(stranger), {}])
      statuses.push((await site.ask(readWork, { headers, params: { id } })).status)
    expect(statuses).toEqual([200, 200, 404, 401])
  })

  test('names everything that is missing, each at its place', async () => {
    const { captain, enrolmentId } = await createApprovedTeam(site, activityId, organiser)
    const worker = workerOf(site, captain)
    const { id } = await worker.start(enrolmentId)
    const { problems } = await worker.read(id)
    expect(problems.map((problem) => problem.at)).toEqual(['title', 'plan', 'idea', 'names', 'declaration.original'])
    expect((await worker.submit(id)).failure()).toMatchObject({ error: 'work.incomplete', params: { count: 5 } })
  })

  test('takes a text that is too long, and tells so', async () => {
    const { worker, id } = await prepared()
    const { problems } = (await worker.fill(id, { values: { idea: '字'.repeat(21) } })).data
    expect(problems).toEqual([{ at: 'idea', message: '21 characters; at most 20 are allowed.' }])
  })

  test('is submitted with a receipt number, and everybody in the team is notified', async () => {
    const { work, captain, number } = await submitted()
    expect([work.state, work.submissions.map((one) => one.number), work.isChanged, work.number]).toEqual([
      'submitted',
      [1],
      false,
      number,
    ])
    expect(await titlesOf(captain)).toContain(`Work submitted: ${number}`)
  })

  test('stands as submitted while it is changed, until it is submitted again', async () => {
    const { worker, id, work } = await submitted()
    await worker.upload(id, 'plan', pdf('second'), { name: 'new.pdf', replaces: work.files[0]!.id })
    const changed = await worker.read(id)
    expect([changed.state, changed.isChanged, changed.submissions.length]).toEqual(['submitted', true, 1])
    const again = (await worker.submit(id)).data
    expect(again.submissions.map((one) => [one.number, one.changed])).toEqual([
      [2, ['Part plan']],
      [1, []],
    ])
  })

  test('goes back to what was submitted when changes are discarded', async () => {
    const { worker, id, work, captain } = await submitted()
    await worker.upload(id, 'plan', pdf('second'), { replaces: work.files[0]!.id })
    await worker.fill(id, { title: 'Another' })
    const { version } = await worker.read(id)
    const restored = (
      await site.ask(discardWorkChanges, { headers: english(captain), params: { id }, body: { version } })
    ).data
    expect([restored.title, restored.isChanged, restored.files.map((file) => file.id)]).toEqual([
      work.title,
      false,
      work.files.map((file) => file.id),
    ])
  })

  test('is not submitted again without a change', async () => {
    const { worker, id } = await submitted()
    expect((await worker.submit(id)).failure().error).toBe('work.nothingChanged')
  })

  test('is not submitted with files that the captain has not seen', async () => {
    const { worker, id } = await prepared()
    expect((await worker.submit(id, { files: [] })).failure().error).toBe('resource.changed')
  })

  test('can be withdrawn and revived', async () => {
    const { id, work, captain, worker } = await submitted()
    const as = { headers: english(captain), params: { id } }
    const withdrawn = (await site.ask(withdrawWork, { ...as, body: { version: work.version } })).data
    const revived = (await site.ask(reviveWork, { ...as, body: { version: withdrawn.version } })).data
    expect([withdrawn.state, revived.state, (await worker.submit(id)).data.submissions[0]!.number]).toEqual([
      'withdrawn',
      'draft',
      2,
    ])
  })

  test('is withdrawn with its enrolment, whose approval nobody changes any more', async () => {
    const { enrolmentId, captain, worker, id } = await submitted()
    const enrolment = (await site.ask(readEnrolment, { headers: english(captain), params: { id: enrolmentId } })).data
    const decided = await site.ask(decideEnrolments, {
      headers: english(organiser),
      body: { enrolments: [{ id: enrolmentId, version: enrolment.version }], decision: 'returned', reason: 'No' },
    })
    expect(decided.failure().error).toBe('work.handedIn')
    await site.ask(withdrawEnrolment, {
      headers: english(captain),
      params: { id: enrolmentId },
      body: { version: enrolment.version },
    })
    expect((await worker.read(id)).state).toBe('withdrawn')
  })
})

describe('files of a work', () => {
  test('are put in order, and taken out', async () => {
    const { worker, id, captain } = await prepared()
    await worker.upload(id, 'plan', pdf('second'), { name: 'second.pdf' })
    const { files } = await worker.read(id)
    const [first, second] = files.map((file) => file.id)
    const as = { headers: english(captain) }
    const params = { id, part: 'plan' }
    const ordered = (await site.ask(orderWorkFiles, { ...as, params, body: { files: [second!, first!] } })).data
    const left = (await site.ask(removeWorkFile, { ...as, params: { id, file: first! } })).data
    expect([ordered.files.map((file) => file.id), left.files.map((file) => file.id)]).toEqual([
      [second, first],
      [second],
    ])
  })

  test('are numbered without gaps after one is taken out', async () => {
    const { worker, id, captain } = await prepared()
    await worker.upload(id, 'plan', pdf('second'), { name: 'second.pdf' })
    const [first, second] = (await worker.read(id)).files.map((file) => file.id)
    await site.ask(removeWorkFile, { headers: english(captain), params: { id, file: first! } })
    const rows = await site.db.select().from(workFile).where(eq(workFile.workId, id))
    expect(new Map(rows.map((row) => [row.id, row.position]))).toEqual(
      new Map([
        [first, null],
        [second, 0],
      ]),
    )
  })

  test('are as many as the part takes, and together as large as the work may be', async () => {
    const rules = { ...testRules, maxTotalMegabytes: 1, parts: [testPart('plan', { maxFiles: 1 }), testPart('more')] }
    const activity = await createWorkActivity(site, editionId, { rules })
    const { worker, id } = await prepared(activity)
    const full = await worker.begin(id, 'plan', 10)
    const large = await worker.begin(id, 'more', 1_000_000)
    const none = await worker.begin(id, 'other', 10)
    expect([full, large, none].map(({ answer }) => answer.failure().error)).toEqual([
      'work.tooManyFiles',
      'work.noRoom',
      'work.partNotFound',
    ])
  })

  test('cannot be uploaded by advisors and strangers', async () => {
    const { id } = await prepared()
    const stranger = workerOf(site, await createKnownTeacher(site))
    expect((await stranger.begin(id, 'plan', 10)).answer.failure().error).toBe('work.notFound')
  })
})

describe('the end of the phase', () => {
  const closesAt = daysFromNoon(4)
  const second = 1_000
  const minute = 60_000

  /** Ten seconds before the end, half of a file has arrived. */
  const beginLate = (worker: ReturnType<typeof workerOf>, id: WorkId) =>
    at(after(-10 * second, closesAt), async () => {
      const begun = await worker.begin(id, 'plan', 20, 'late.pdf')
      await worker.send(begun.path, 0, pdf('late').subarray(0, 10))
      return begun
    })

  test('refuses what begins after it', async () => {
    const { worker, id } = await prepared()
    const refused = await at(after(second, closesAt), async () => [
      (await worker.begin(id, 'plan', 10)).answer.failure().error,
      (await worker.fill(id, { title: 'Late' })).failure().error,
    ])
    expect(refused).toEqual(['work.closed', 'work.closed'])
  })

  test('takes an upload that was started ten seconds before it and finishes twenty minutes later', async () => {
    const { worker, id } = await prepared()
    await worker.submit(id)
    const begun = await beginLate(worker, id)
    const late = await at(after(20 * minute, closesAt), async () => {
      await worker.send(begun.path, 10, pdf('late').subarray(10))
      return worker.submit(id)
    })
    expect(late.data.submissions[0]).toMatchObject({ number: 2, isLate: true })
  })

  test('refuses such an upload an hour later; the submission stands', async () => {
    const { worker, id } = await prepared()
    await worker.submit(id)
    const begun = await beginLate(worker, id)
    const refused = await at(after(61 * minute, closesAt), async () => {
      await worker.send(begun.path, 10, pdf('late').subarray(10))
      return worker.submit(id)
    })
    expect(refused.failure().error).toBe('work.closed')
    expect((await worker.read(id)).submissions.length).toBe(1)
  })
})

describe('the next step', () => {
  const stepOf = async (person: TestPerson) =>
    (await site.ask(readNextStep, { headers: english(person), params: { id: activityId } })).data

  test('leads from the approval to the formal check', async () => {
    const { captain, enrolmentId } = await createApprovedTeam(site, activityId, organiser)
    const worker = workerOf(site, captain)
    const steps = [(await stepOf(captain)).step]
    const { id } = (await site.ask(startWork, { headers: english(captain), body: { enrolmentId } })).data
    await worker.upload(id, 'plan', pdf('first'))
    await worker.fill(id)
    steps.push((await stepOf(captain)).step)
    await worker.submit(id)
    steps.push((await stepOf(captain)).step)
    await worker.fill(id, { title: 'Changed' })
    steps.push((await stepOf(captain)).step)
    expect(steps).toEqual(['prepareWork', 'submitWork', 'workSubmitted', 'submitWorkChanges'])
    const { list } = (await site.ask(listMyWorks, { headers: english(captain) })).data
    expect(list.map(({ state, isChanged, next }) => [state, isChanged, next.step])).toEqual([
      ['submitted', true, 'submitWorkChanges'],
    ])
  })
})

describe('new rules of an activity', () => {
  test('change what the list says about works that are there already', async () => {
    const rules = { ...testRules, parts: [...testRules.parts, testPart('more', { required: false })] }
    const activity = await createWorkActivity(site, editionId, { rules, state: 'published' })
    const { id } = await prepared(activity)
    const headers = english(organiser)
    const missing = async () => {
      const { list } = (await site.ask(listWorks, { headers, query: { activity } })).data
      return list.map((work) => [work.id, work.missingParts])
    }
    expect(await missing()).toEqual([[id, 0]])
    const source = (await site.ask(readActivitySource, { headers, params: { id: activity } })).data
    const workRules = { ...rules, parts: rules.parts.map((part) => ({ ...part, required: true })) }
    const { code, name, group, summary, body, requirements, rules: terms, cover, teamMin, teamMax, version } = source
    const { advisorsMax, capacity, waitingList, fields } = source
    const content = {
      code,
      name,
      group,
      summary,
      body,
      requirements,
      rules: terms,
      cover,
      teamMin,
      teamMax,
      advisorsMax,
    }
    await site.ask(saveActivity, {
      headers,
      params: { id: activity },
      body: { ...content, capacity, waitingList, fields, workRules, version },
    })
    const run = { id: newId<TaskId>(fixedNow), input: { activity }, signal: new AbortController().signal }
    await runRecheck(site.asProgram(), { ...run, progress: async () => undefined })
    expect(await missing()).toEqual([[id, 1]])
  })
})
