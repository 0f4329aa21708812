import { readContestLines } from '@lectern/contract/dashboard/contest-lines.ts'
import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import { listEnrolments, readDossier } from '@lectern/contract/enrolments/enrolment-office.ts'
import { withdrawEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, EnrolmentId, FileId, InstitutionId } from '@lectern/contract/ids.ts'
import { mergeInstitution, undoMerge } from '@lectern/contract/institutions/institutions.ts'
import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import {
  extendList,
  listListsBelow,
  remindLate,
  setDateBelow,
} from '@lectern/contract/recommendations/recommendations-above.ts'
import {
  readRecommendationProgress,
  saveRecommendationRules,
} from '@lectern/contract/recommendations/recommendation-rules.ts'
import {
  listMyRecommendations,
  listRecommendationEntries,
  listRecommendationHistory,
  remindTeams,
  saveRecommendations,
} from '@lectern/contract/recommendations/recommendations.ts'
import { listTeamRecommendations } from '@lectern/contract/recommendations/team-recommendation.ts'
import { listOwnTasks } from '@lectern/contract/welcome/welcome.ts'
import type { DatabaseError } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createActivity, createEdition, daysFromNoon } from '../../testing/contest.ts'
import { pdfSample } from '../../testing/document-samples.ts'
import { createDraft } from '../../testing/enrolments.ts'
import { examineAfterEach } from '../../testing/examination.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { readPdfText } from '../../testing/pdf-text.ts'
import {
  appoint,
  assignTo,
  createEntry,
  createInstitution,
  createOfficer,
  createRecommendingActivity,
  endOfficer,
  recommenderOf,
} from '../../testing/recommendations.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { uploaderOf } from '../../testing/uploads.ts'
import { tellNotRecommended } from './notices/not-recommended.ts'

let site: TestSite
let editionId: EditionId
let organiser: TestPerson
let activityId: ActivityId
let province: InstitutionId
let school: InstitutionId
let provinceOfficer: TestPerson
let officer: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
  activityId = await createRecommendingActivity(site, editionId, organiser)
})
afterAll(() => site.close())
afterEach(() => site.clock.set(fixedNow))
examineAfterEach(() => site)

/** A province with one school, each with an officer, and quotas of two. */
const createHierarchy = async (activity = activityId, quota = 2) => {
  province = await createInstitution(site, 'province')
  school = await createInstitution(site, 'school', province)
  provinceOfficer = await createOfficer(site, province)
  officer = await createOfficer(site, school)
  await nation(province, activity).grant(quota)
  await above(school, activity).grant(quota)
}

const own = (activity = activityId) => recommenderOf(site, officer, activity, school)
const above = (institution = school, activity = activityId) =>
  recommenderOf(site, provinceOfficer, activity, institution)
const nation = (institution = province, activity = activityId) => recommenderOf(site, organiser, activity, institution)

const entry = (institution = school, activity = activityId) => createEntry(site, activity, institution)

/** A list of a school that was handed in, with so many entries. */
const handedIn = async (count = 1, activity = activityId) => {
  await createHierarchy(activity, count)
  const entries = []
  for (let at = 0; at < count; at++) entries.push(await entry(school, activity))
  await own(activity).add(...entries.map(({ id }) => id))
  await own(activity).summarise()
  expect((await own(activity).handIn()).status).toBe(200)
  return entries
}

const approve = async (id: EnrolmentId) => {
  const { rows } = await site.pool.query<{ version: number }>('select version from enrolment where id = $1', [id])
  const answer = await site.ask(decideEnrolments, {
    headers: english(organiser),
    body: { enrolments: [{ id, version: rows[0]!.version }], decision: 'approved' },
  })
  return answer.status === 200 ? 'approved' : answer.failure().error
}

describe('a list', () => {
  test('goes from school to province to nation, and then its entries can be approved', async () => {
    const [first, second] = await handedIn(2)
    expect(await approve(first!.id)).toBe('recommendation.notAccepted')
    const whyNot = async () =>
      [
        (await site.ask(readDossier, { headers: english(organiser), params: { id: first!.id } })).data.whyNotApprove,
        (
          await site.ask(listEnrolments, {
            headers: english(organiser),
            query: { edition: editionId, activity: activityId, pageSize: '100' },
          })
        ).data.list.find(({ id }) => id === first!.id)!.whyNotApprove,
      ] as const
    const reason = 'The institutions have not recommended this entry, so it cannot be approved yet.'
    expect(await whyNot()).toEqual([reason, reason])
    expect((await above().decide('accepted')).failure().error).toBe('recommendation.verdictsMissing')
    await above().judge([
      { entry: first!.id, verdict: 'pass' },
      { entry: second!.id, verdict: 'refuse', reason: 'Not this year' },
    ])
    expect((await above().decide('accepted')).data.state).toBe('accepted')
    expect(await approve(first!.id)).toBe('recommendation.notAccepted')

    const lists = above(province)
    expect((await lists.add(second!.id)).failure().error).toBe('recommendation.entryUnfit')
    await lists.add(first!.id)
    await lists.summarise()
    await lists.handIn()
    // What the level above has handed in is not taken back below.
    expect((await above().decide('returned', 'Too late')).failure().error).toBe('recommendation.aboveHandedIn')
    await nation().judge([{ entry: first!.id, verdict: 'pass' }])
    await nation().decide('accepted')
    expect(await whyNot()).toEqual([null, null])
    expect(await approve(first!.id)).toBe('approved')
    expect(await approve(second!.id)).toBe('recommendation.notAccepted')
    // An approval depends on the list.
    expect((await nation().decide('returned', 'A mistake')).failure().error).toBe('recommendation.entriesApproved')
  })

  test('keeps its ranks without gaps, with remarks, and tells whoever has seen an older version', async () => {
    await createHierarchy(activityId, 3)
    const [one, two, three] = [await entry(), await entry(), await entry()]
    const { version } = (await own().add(one.id, two.id, three.id)).data
    const body = {
      version,
      rows: [
        { entry: three.id, remark: 'The best' },
        { entry: one.id, remark: null },
      ],
    }
    const as = { headers: english(officer), params: { activity: activityId, institution: school } }
    const saved = (await site.ask(saveRecommendations, { ...as, body })).data
    expect(saved.list.map((row) => [row.rank, row.entry, row.remark])).toEqual([
      [1, three.id, 'The best'],
      [2, one.id, null],
    ])
    expect(saved).toMatchObject({ quota: 3, recommended: 2, rows: 2 })
    expect((await site.ask(saveRecommendations, { ...as, body })).failure().error).toBe('resource.changed')
    const twice = {
      version: saved.version,
      rows: [
        { entry: one.id, remark: null },
        { entry: one.id, remark: null },
      ],
    }
    expect((await site.ask(saveRecommendations, { ...as, body: twice })).failure().error).toBe(
      'recommendation.entriesTwice',
    )
  })

  test('takes only entries of its own institution that were submitted', async () => {
    await createHierarchy()
    const elsewhere = await createInstitution(site, 'school', province)
    const foreign = await entry(elsewhere)
    const { enrolment } = await createDraft(site, activityId, 'Later')
    await assignTo(site, school, enrolment.id)
    for (const id of [foreign.id, enrolment.id])
      expect((await own().add(id)).failure().error).toBe('recommendation.entryUnfit')
  })

  test('is handed in until its date, in the grace period, and not afterwards', async () => {
    const attempt = async (milliseconds: number) => {
      await createHierarchy()
      await own().add((await entry()).id)
      await own().summarise()
      site.clock.set(new Date(daysFromNoon(2).getTime() + milliseconds))
      const answer = await own().handIn()
      site.clock.set(fixedNow)
      return answer.status === 200 ? 'ok' : answer.failure().error
    }
    const grace = 10 * 60_000
    expect([await attempt(-1_000), await attempt(0), await attempt(grace - 1_000)]).toEqual(['ok', 'ok', 'ok'])
    expect([await attempt(grace), await attempt(grace + 1_000)]).toEqual([
      'recommendation.closed',
      'recommendation.closed',
    ])
  })

  test('has an earlier date where its province sets one, never a later one, and more time where organisers give it', async () => {
    await createHierarchy()
    const as = { headers: english(provinceOfficer), params: { activity: activityId, institution: province } }
    const set = (until: Date, version = 0) =>
      site.ask(setDateBelow, { ...as, body: { version, until: until.toISOString() } })
    expect((await set(daysFromNoon(3))).failure().error).toBe('recommendation.dateTooLate')
    // Nothing is below a school.
    const ofSchool = { headers: english(officer), params: { activity: activityId, institution: school } }
    const body = { version: 0, until: daysFromNoon(1).toISOString() }
    expect((await site.ask(setDateBelow, { ...ofSchool, body })).failure().error).toBe('recommendation.aboveOnly')
    expect((await set(daysFromNoon(1))).data.version).toBe(1)
    expect((await own().read()).window).toMatchObject({ closesAt: daysFromNoon(1).toISOString(), isEarlier: true })
    const extend = (person: TestPerson, until: Date) =>
      site.ask(extendList, {
        headers: english(person),
        params: { activity: activityId, institution: school },
        body: { version: 0, until: until.toISOString(), reason: 'Storm' },
      })
    expect((await extend(provinceOfficer, daysFromNoon(3))).failure().error).toBe('recommendation.aboveOnly')
    expect((await extend(organiser, daysFromNoon(3))).data.window).toMatchObject({
      closesAt: daysFromNoon(3).toISOString(),
      isExtended: true,
    })
  })

  test('is returned with a reason and a date, corrected and handed in again; what was handed in stays', async () => {
    const [first] = await handedIn(1)
    expect((await above().decide('returned')).failure().error).toBe('recommendation.reasonNeeded')
    await above().decide('returned', 'The stamp is missing')
    const returned = await own().read()
    expect(returned).toMatchObject({ state: 'returned', reason: 'The stamp is missing', next: 'correct' })
    const as = { headers: english(officer), params: { activity: activityId, institution: school } }
    await site.ask(saveRecommendations, {
      ...as,
      body: { version: returned.version, rows: [{ entry: first!.id, remark: 'With a stamp' }] },
    })
    expect((await own().handIn()).failure().error).toBe('recommendation.summaryOutdated')
    await own().summarise()
    expect((await own().handIn()).data.state).toBe('handedIn')
    const history = (await site.ask(listRecommendationHistory, { ...as, query: {} })).data
    expect(history.list.map(({ kind, summary }) => [kind, summary?.number.slice(-2)])).toEqual([
      ['handIn', '02'],
      ['return', undefined],
      ['handIn', '01'],
    ])
    await expect(site.pool.query(`update recommendation_summary set content = '{}'`)).rejects.toThrow('never changes')
    await expect(site.pool.query('delete from recommendation_submission')).rejects.toThrow('never deleted')
  })

  test('needs the scan of its stamped summary where the activity says so; officers of others do not read it', async () => {
    const scanned = await createRecommendingActivity(site, editionId, organiser, { needsScan: true })
    await createHierarchy(scanned)
    await own(scanned).add((await entry(school, scanned)).id)
    await own(scanned).summarise()
    expect((await own(scanned).handIn()).failure().error).toBe('recommendation.scanMissing')
    const upload = (person: TestPerson) =>
      uploaderOf(site, person).whole(
        { purpose: 'stampedSummary', name: 'scan.pdf', target: { activity: scanned, institution: school } },
        content,
      )
    const content = await pdfSample(1)
    const stranger = await createOfficer(site, await createInstitution(site, 'school'))
    expect((await upload(stranger)).answer.status).toBe(404)
    const { id, answer } = await upload(officer)
    expect([answer.status, answer.text]).toEqual([201, ''])
    await site.pool.query(`update file set state = 'stored', sha256 = decode(repeat('ab', 32), 'hex') where id = $1`, [
      id,
    ])
    const { data } = await own(scanned).handIn(id satisfies FileId)
    expect(data.handedIn?.scan).toMatchObject({ id, name: 'scan.pdf' })
    expect((await site.get(`/api/files/${id}`, stranger.headers)).status).toBe(404)
  })
})

describe('a summary', () => {
  test('is numbered, has the same bytes whenever it is drawn, and says what was ranked', async () => {
    await createHierarchy()
    const { id, number } = await entry()
    await own().add(id)
    const { summary } = (await own().summarise()).data
    expect(summary!.code).toBe(
      summary!.hash
        .slice(0, 12)
        .toUpperCase()
        .replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3'),
    )
    const path = `/api/recommendations/${activityId}/${school}/summaries/${summary!.id}`
    const draw = async (): Promise<Buffer> =>
      Buffer.from(await (await fetch(site.url + path, { headers: english(officer) })).arrayBuffer())
    const [one, two] = [await draw(), await draw()]
    expect(one.equals(two)).toBe(true)
    const text = (await readPdfText(one)).replaceAll(/\s/g, '')
    for (const part of [number, summary!.number, summary!.code, summary!.hash]) expect(text).toContain(part)
    // A list that has not changed keeps its summary.
    expect((await own().summarise()).data.summary!.id).toBe(summary!.id)
  })
})

describe('a verdict', () => {
  test('for changes lets the team change exactly this entry until the date, and it can pass afterwards', async () => {
    const [first, second] = await handedIn(2)
    const judge = (until?: Date) =>
      above().judge([{ entry: first!.id, verdict: 'change', reason: 'Add the plan', until: until?.toISOString() }])
    expect((await judge()).failure().error).toBe('recommendation.untilNeeded')
    // The province hands in its own list until then.
    expect((await judge(daysFromNoon(5))).failure().error).toBe('recommendation.dateTooLate')
    expect((await judge(daysFromNoon(1))).data).toMatchObject({ changes: 1 })
    const stateOf = async (id: EnrolmentId) =>
      (await site.pool.query('select state, resubmit_by from enrolment where id = $1', [id])).rows[0]
    expect(await stateOf(first!.id)).toEqual({ state: 'returned', resubmit_by: daysFromNoon(1) })
    expect(await stateOf(second!.id)).toMatchObject({ state: 'submitted' })
    const facts = async () =>
      (await site.ask(listTeamRecommendations, { headers: english(first!.captain) })).data.list[0]
    expect(await facts()).toMatchObject({
      standing: 'change',
      level: 'province',
      institution: expect.stringMatching(/^province /) as string,
      until: daysFromNoon(1).toISOString(),
      reason: 'Add the plan',
    })
    // Enrolment is open for longer; the next step says the date of the province.
    const next = await site.ask(readNextStep, { headers: english(first!.captain), params: { id: activityId } })
    expect([next.data.step, next.data.until]).toEqual(['resubmit', daysFromNoon(1).toISOString()])
    expect((await above().judge([{ entry: first!.id, verdict: 'pass' }])).failure().error).toBe(
      'recommendation.entryUnfit',
    )
    const { rows } = await site.pool.query<{ version: number }>('select version from enrolment where id = $1', [
      first!.id,
    ])
    site.clock.set(after(60_000))
    const sent = await site.callAs(first!.captain, 'POST', `/api/enrolments/${first!.id}/submission`, rows[0])
    expect(sent.status).toBe(200)
    expect((await above().read()).list[0]).toMatchObject({ isChanged: true, isReady: true })
    expect((await above().judge([{ entry: first!.id, verdict: 'pass' }])).data).toMatchObject({ passed: 1, changes: 0 })
  })

  test('is given by the level above only, on lists that were handed in', async () => {
    const [first] = await handedIn(1)
    const pass = [{ entry: first!.id, verdict: 'pass' }]
    expect((await own().judge(pass)).failure().error).toBe('recommendation.aboveOnly')
    await above().judge(pass)
    await above().decide('accepted')
    expect((await above().judge(pass)).failure().error).toBe('recommendation.moveRefused')
  })

  test('that an entry does not pass gives its place back', async () => {
    const [first] = await handedIn(1)
    await above().judge([{ entry: first!.id, verdict: 'refuse', reason: 'No' }])
    expect(await own().read()).toMatchObject({ quota: 1, recommended: 0 })
    await above().decide('returned', 'Choose another')
    expect((await own().add((await entry()).id)).data).toMatchObject({ recommended: 1, rows: 2 })
  })
})

describe('who may', () => {
  test('an officer reaches their own institution and those below; others look as if they did not exist', async () => {
    await createHierarchy()
    const other = await createOfficer(site, await createInstitution(site, 'province'))
    const read = async (who: TestPerson, institution: InstitutionId) => {
      const answer = await site.callAs(who, 'GET', `/api/recommendations/${activityId}/${institution}`)
      return answer.status
    }
    expect(await read(officer, school)).toBe(200)
    expect(await read(provinceOfficer, school)).toBe(200)
    expect(await read(organiser, school)).toBe(200)
    expect(await read(officer, province)).toBe(404)
    expect(await read(other, school)).toBe(404)
    expect(await read(await createPerson(site), school)).toBe(404)
  })

  test('a search among lists below takes % and _ literally', async () => {
    await createHierarchy()
    const find = async (search: string) => {
      const { data } = await site.ask(listListsBelow, {
        headers: english(provinceOfficer),
        params: { activity: activityId },
        query: { above: province, search },
      })
      return data.list.map(({ institution }) => institution.id)
    }
    const { rows } = await site.pool.query<{ code: string }>('select code from institution where id = $1', [school])
    expect(await find(rows[0]!.code.toLowerCase())).toEqual([school])
    expect(await find('%')).toEqual([])
    expect(await find('_')).toEqual([])
  })

  test('an officer who was ended is out with the next request', async () => {
    await createHierarchy()
    const { id } = await entry()
    expect((await own().add(id)).status).toBe(200)
    await endOfficer(site, officer)
    const refused = await own().add(id)
    expect([refused.status, refused.failure().error]).toEqual([403, 'institution.officersOnly'])
    const answer = await site.ask(listListsBelow, {
      headers: english(officer),
      params: { activity: activityId },
      query: {},
    })
    expect(answer.failure()).toMatchObject({ error: 'institution.officersOnly' })
  })

  test('an officer with a team of the activity ranks and hands in nothing; the second officer and the level above do', async () => {
    await createHierarchy()
    const { captain, id } = await entry()
    await appoint(site, school, captain)
    const mine = recommenderOf(site, captain, activityId, school)
    expect((await mine.add(id)).failure().error).toBe('recommendation.ownEntry')
    expect((await mine.read()).may).toMatchObject({
      edit: 'You are in a team of this activity, so another officer or the level above must do this.',
    })
    expect((await own().add(id)).status).toBe(200)
    await above().summarise()
    expect((await above().handIn()).data.state).toBe('handedIn')
  })

  test('an organiser with a team of the activity decides nothing about its lists', async () => {
    const [first] = await handedIn(1)
    const participant = await createPerson(site, { access: 'admin' })
    await site.pool.query(
      `insert into team_member (team_id, activity_id, account_id, role, position, joined_at)
       select team_id, activity_id, $1, 'member', 5, now() from enrolment where id = $2`,
      [participant.id, first!.id],
    )
    const lists = recommenderOf(site, participant, activityId, school)
    expect((await lists.decide('accepted')).failure().error).toBe('organiser.takesPart')
    expect((await lists.grant(1)).failure().error).toBe('organiser.takesPart')
  })
})

describe('quotas', () => {
  test('never fall below what is recommended, in the database too', async () => {
    await createHierarchy()
    await own().add((await entry()).id, (await entry()).id)
    expect((await own().add((await entry()).id)).failure().error).toBe('recommendation.quotaExceeded')
    expect((await above().grant(-1)).failure().error).toBe('recommendation.quotaInUse')
    await expect(
      site.pool.query(
        `insert into recommendation_quota (id, activity_id, institution_id, amount, reason, granted_at)
         values (gen_random_uuid(), $1, $2, -1, 'by hand', now())`,
        [activityId, school],
      ),
    ).rejects.toThrow('recommendation_tally_within_quota')
    for (const change of ['update recommendation_quota set amount = 9', 'delete from recommendation_quota'])
      await expect(site.pool.query(change)).rejects.toThrow(/never/)
  })

  test('are written by organisers, and by provinces for their schools only where the activity says so', async () => {
    await createHierarchy()
    expect((await above(province).grant(1)).failure().error).toBe('recommendation.aboveOnly')
    const strict = await createRecommendingActivity(site, editionId, organiser)
    const rules = {
      thing: 'enrolment',
      by: 'schoolAndProvince',
      needsScan: false,
      provincesWriteQuotas: false,
    } as const
    await site.ask(saveRecommendationRules, {
      headers: english(organiser),
      params: { id: strict },
      body: { ...rules, version: 1 },
    })
    expect((await above(school, strict).grant(1)).failure().error).toBe('recommendation.quotasAbove')
    expect((await nation(school, strict).grant(1)).data.list).toEqual([{ institution: school, balance: 1 }])
  })

  /** A list of one entry with one place left, and entries that want it, each with an officer. */
  const createLastPlace = async (wanted: number) => {
    await createHierarchy()
    await own().add((await entry()).id)
    const asked = []
    for (let at = 0; at < wanted; at++) {
      const list = recommenderOf(site, await createOfficer(site, school), activityId, school)
      const { id } = await entry()
      asked.push({ id, add: () => list.add(id) })
    }
    return asked
  }
  const outcomeOf = (answer: Awaited<ReturnType<ReturnType<typeof own>['add']>>) =>
    answer.status === 200 ? 'ok' : answer.failure().error
  const exceeded = (count: number) => Array.from({ length: count }, () => 'recommendation.quotaExceeded')

  test('twenty at once for the last place: one gets it', async () => {
    const asked = await createLastPlace(20)
    const answers = await Promise.all(asked.map(({ add }) => add()))
    expect(answers.map(outcomeOf).toSorted()).toEqual(['ok', ...exceeded(19)])
  })

  // What the lock of the ledger is for: the database keeps the quota without it, but who comes later would read of a failure, or replace
  // what was added a moment ago.
  test('who comes too late for the last place reads why, however close they were', async () => {
    const asked = await createLastPlace(4)
    const answers = await meetAt(
      site,
      [
        'select from recommendation_tally where activity_id = $1 and institution_id = $2 for update',
        activityId,
        school,
      ],
      asked.map(({ add }) => add),
    )
    expect(answers.map(outcomeOf)).toEqual(['ok', ...exceeded(3)])
  })

  test('the database alone gives the last place once', async () => {
    const asked = await createLastPlace(4)
    const written = await Promise.allSettled(
      asked.map(({ id }) =>
        site.pool.query(
          `insert into recommendation_row (list_id, enrolment_id, level, rank)
           select id, $3, 'school', 2 from recommendation_list where activity_id = $1 and institution_id = $2`,
          [activityId, school, id],
        ),
      ),
    )
    const constraints = written.map((one) =>
      one.status === 'rejected' ? (one.reason as DatabaseError).constraint : 'ok',
    )
    expect(constraints.toSorted()).toEqual([
      'ok',
      ...Array.from({ length: 3 }, () => 'recommendation_tally_within_quota'),
    ])
  })
})

describe('people are told', () => {
  test('teams where their entry is, and after the date of the level that it was not recommended, once', async () => {
    await createHierarchy()
    const [first, second] = [await entry(), await entry()]
    await own().add(first.id)
    const stepOf = async ({ captain }: { captain: TestPerson }) =>
      (await site.ask(readNextStep, { headers: english(captain), params: { id: activityId } })).data.step
    expect(await stepOf(second)).toBe('waitForLevel')
    await own().summarise()
    await own().handIn()
    expect(await stepOf(first)).toBe('waitAboveLevel')
    const told = async ({ captain }: { captain: TestPerson }) =>
      (await site.ask(listNotices, { headers: english(captain), query: {} })).data.list.filter(({ title }) =>
        title.includes('not recommended'),
      ).length
    await tellNotRecommended(site.asProgram())
    expect(await told(second)).toBe(0)
    site.clock.set(after(60_000 * 11, daysFromNoon(2)))
    await tellNotRecommended(site.asProgram())
    await tellNotRecommended(site.asProgram())
    expect([await told(first), await told(second)]).toEqual([0, 1])
    expect(await stepOf(second)).toBe('notRecommended')
  })

  test('officers what to do now, and exactly the late ones are reminded, once a day', async () => {
    await createHierarchy()
    await own().add((await entry()).id)
    const taskOf = async (who: TestPerson, name: string) =>
      (await site.ask(listOwnTasks, { headers: english(who) })).data.list.find((task) => task.name === name)?.link
    const linkOfNotice = async (who: TestPerson) =>
      (await site.ask(listNotices, { headers: english(who), query: {} })).data.list[0]?.link
    const ownList = `/Institution?institution=${school}&activity=${activityId}`
    const below = `/Institution/Below?institution=${province}&activity=${activityId}`
    expect(await taskOf(officer, 'recommend')).toBe(ownList)
    const remind = () =>
      site.ask(remindLate, {
        headers: english(provinceOfficer),
        params: { activity: activityId },
        body: { above: province },
      })
    expect((await remind()).data).toEqual({ reminded: 1, skipped: 0, withoutOfficer: 0 })
    expect(await linkOfNotice(officer)).toBe(ownList)
    expect((await remind()).data).toEqual({ reminded: 0, skipped: 1, withoutOfficer: 0 })
    await own().summarise()
    await own().handIn()
    expect(await taskOf(provinceOfficer, 'judgeLists')).toBe(below)
    expect(await linkOfNotice(provinceOfficer)).toBe(below)
    const mine = await site.ask(listMyRecommendations, { headers: english(provinceOfficer) })
    expect(mine.data.institutions[0]!.lists.map(({ waitingBelow }) => waitingBelow)).toEqual([1])
    expect((await remind()).data).toEqual({ reminded: 0, skipped: 0, withoutOfficer: 0 })
  })

  test('teams that have not submitted are reminded by their own officers, once a day', async () => {
    await createHierarchy()
    const { enrolment } = await createDraft(site, activityId, 'Later')
    await assignTo(site, school, enrolment.id)
    const remind = (who: TestPerson) =>
      site.ask(remindTeams, {
        headers: english(who),
        params: { activity: activityId, institution: school },
        body: {},
      })
    expect((await remind(provinceOfficer)).failure().error).toBe('institution.officersOnly')
    expect((await remind(officer)).data).toEqual({ reminded: 1, skipped: 0 })
    expect((await remind(officer)).data).toEqual({ reminded: 0, skipped: 1 })
  })
})

describe('an activity', () => {
  test('without levels works exactly as before', async () => {
    const plain = await createActivity(site, editionId)
    await createHierarchy()
    const { id, captain } = await entry(school, plain)
    expect((await own(plain).add(id)).failure().error).toBe('recommendation.notAsked')
    expect((await site.ask(readNextStep, { headers: english(captain), params: { id: plain } })).data.step).toBe('wait')
    expect(await approve(id)).toBe('approved')
  })

  const schoolsOnly = { thing: 'enrolment', by: 'school', needsScan: false, provincesWriteQuotas: true } as const
  const saveRules = (id: ActivityId, rules: Omit<BodyOf<typeof saveRecommendationRules>, 'version'>) =>
    site.ask(saveRecommendationRules, { headers: english(organiser), params: { id }, body: { ...rules, version: 1 } })

  test('drops drafts when another level recommends; their places are free again', async () => {
    const changed = await createRecommendingActivity(site, editionId, organiser)
    await createHierarchy(changed, 1)
    const { id } = await entry(school, changed)
    await own(changed).add(id)
    expect((await saveRules(changed, schoolsOnly)).status).toBe(200)
    expect(await own(changed).read()).toMatchObject({ quota: 1, recommended: 0, list: [] })
    expect((await own(changed).add(id)).status).toBe(200)
  })

  test('keeps what is recommended and by whom once a list was handed in', async () => {
    const used = await createRecommendingActivity(site, editionId, organiser)
    await handedIn(1, used)
    expect((await saveRules(used, schoolsOnly)).failure().error).toBe('recommendation.rulesUsed')
    const sameLevels = { ...schoolsOnly, by: 'schoolAndProvince', needsScan: true } as const
    expect((await saveRules(used, sameLevels)).data).toMatchObject({ version: 2 })
  })

  test('shows in its line who must act: the organisers for quotas, the level whose phase runs, then the organisers', async () => {
    const id = await createRecommendingActivity(site, editionId, organiser, { by: 'school' })
    const lineOf = async (activity: ActivityId) => {
      const query = { edition: editionId }
      const { list } = (await site.ask(readContestLines, { headers: english(organiser), query })).data
      const stages = list.find((line) => line.id === activity)!.stages
      const next = (name: string) => stages.find(({ stage }) => stage === name)?.next
      const [mine, teams] = [next('recommendation'), next('enrolment')]
      return [mine?.step, mine?.who, mine?.until, teams?.step === 'decideEnrolments']
    }
    const until = daysFromNoon(2).toISOString()
    expect(await lineOf(id)).toEqual(['grantQuotas', 'organisers', until, false])
    await createHierarchy(activityId)
    await nation(school, id).grant(1)
    const { id: entryId } = await entry(school, id)
    expect(await lineOf(id)).toEqual(['recommend', 'schools', until, false])
    await own(id).add(entryId)
    await own(id).summarise()
    await own(id).handIn()
    expect(await lineOf(id)).toEqual(['decideLists', 'organisers', null, false])
    await nation(school, id).judge([{ entry: entryId, verdict: 'pass' }])
    await nation(school, id).decide('accepted')
    // Only what was recommended waits for a decision on the enrolment.
    expect(await lineOf(id)).toEqual(['recommend', 'schools', until, true])

    const plain = await createActivity(site, editionId)
    const query = { edition: editionId }
    const { list } = (await site.ask(readContestLines, { headers: english(organiser), query })).data
    expect(list.find((line) => line.id === plain)!.stages.map(({ stage }) => stage)).not.toContain('recommendation')
  })

  test('tells organisers how far each province is, and officers what they have', async () => {
    const counted = await createRecommendingActivity(site, editionId, organiser)
    await handedIn(1, counted)
    const progress = async () =>
      (await site.ask(readRecommendationProgress, { headers: english(organiser), params: { activity: counted } })).data
        .list
    expect(await progress()).toMatchObject([
      {
        institution: { id: province },
        schools: 1,
        handedIn: 1,
        quota: 1,
        recommended: 1,
        entries: 1,
        own: { state: 'draft', quota: 1 },
      },
    ])
    // As after a merge of institutions.
    await site.pool.query('update team set institution_id = null where activity_id = $1', [counted])
    expect(await progress()).toMatchObject([{ handedIn: 1, entries: 0 }])
    const mine = (await site.ask(listMyRecommendations, { headers: english(officer) })).data.institutions
    expect(mine).toMatchObject([
      { id: school, lists: expect.arrayContaining([expect.objectContaining({ state: 'handedIn' })]) },
    ])
  })

  test('a team may withdraw at any time; the list shows the entry as one that cannot be recommended any more', async () => {
    await createHierarchy()
    const { id, captain, version } = await entry()
    await own().add(id)
    await own().summarise()
    const body = { version, reason: 'Moved away' }
    expect((await site.ask(withdrawEnrolment, { headers: english(captain), params: { id }, body })).status).toBe(200)
    expect((await own().read()).list).toMatchObject([{ entry: id, isReady: false }])
    expect((await own().handIn()).failure().error).toBe('recommendation.entriesUnready')
  })
})

test('what a page of entries counts are its entries, also when they change hands or a school its province', async () => {
  const byProvince = await createRecommendingActivity(site, editionId, organiser, { by: 'province' })
  await createHierarchy(byProvince, 3)
  const upper = recommenderOf(site, provinceOfficer, byProvince, province)
  const page = async (query = {}) =>
    (
      await site.ask(listRecommendationEntries, {
        headers: english(provinceOfficer),
        params: { activity: byProvince, institution: province },
        query: { pageSize: '100', ...query },
      })
    ).data
  const counted = async () => {
    const { list, counts, total } = await page()
    const marks = (name: string) => list.filter((row) => row.mark === name).length
    expect([total, counts]).toEqual([
      list.length,
      { listed: marks('listed'), change: marks('change'), ready: marks('ready'), unsubmitted: marks('unsubmitted') },
    ])
    for (const name of ['listed', 'ready', 'unsubmitted']) expect((await page({ mark: name })).total).toBe(marks(name))
    return [counts.listed, counts.ready, counts.unsubmitted]
  }
  expect(await counted()).toEqual([0, 0, 0])
  const entries = [await entry(school, byProvince), await entry(school, byProvince), await entry(province, byProvince)]
  const draft = await createDraft(site, byProvince, '草稿队')
  await assignTo(site, school, draft.enrolment.id)
  expect(await counted()).toEqual([0, 3, 1])
  await upper.add(entries[2]!.id, entries[0]!.id)
  expect(await counted()).toEqual([2, 1, 1])
  expect((await page({ pageSize: '2', page: '2' })).list.map(({ id }) => id)).toEqual([
    entries[1]!.id,
    draft.enrolment.id,
  ])
  const body = { version: entries[0]!.version, reason: 'Moved away' }
  const { captain, id } = entries[0]!
  expect((await site.ask(withdrawEnrolment, { headers: english(captain), params: { id }, body })).status).toBe(200)
  expect(await counted()).toEqual([2, 1, 1])
  const elsewhere = await createInstitution(site, 'province')
  await assignTo(site, elsewhere, entries[1]!.id)
  expect(await counted()).toEqual([2, 0, 1])
  await assignTo(site, school, entries[1]!.id)
  await site.pool.query('update institution set parent_id = $1 where id = $2', [elsewhere, school])
  expect(await counted()).toEqual([1, 0, 0])
})

test('a list and a page of entries take the same number of statements for one row and thirty', async () => {
  await createHierarchy(activityId, 40)
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    const before = site.statements.length
    await work()
    return site.statements.length - before
  }
  const params = { activity: activityId, institution: school }
  const looks = [
    () => own().read(),
    () => site.ask(listRecommendationEntries, { headers: english(officer), params, query: {} }),
    () => site.ask(listMyRecommendations, { headers: english(officer) }),
    () =>
      site.ask(listListsBelow, {
        headers: english(provinceOfficer),
        params: { activity: activityId },
        query: { above: province },
      }),
  ]
  await own().add((await entry()).id)
  for (const look of looks) await look()
  const few = []
  for (const look of looks) few.push(await count(look))
  for (let at = 0; at < 29; at++) await own().add((await entry()).id)
  for (let at = 0; at < 29; at++) await createInstitution(site, 'school', province)
  // What is kept is counted again after a change.
  for (const look of looks) await look()
  const many = []
  for (const look of looks) many.push(await count(look))
  expect(many).toEqual(few)
})

describe('institutions that are merged', () => {
  const merge = async (from: InstitutionId, into: InstitutionId) => {
    const { rows } = await site.pool.query<{ version: number }>('select version from institution where id = $1', [from])
    const body = { into, version: rows[0]!.version }
    return site.ask(mergeInstitution, { headers: english(organiser), params: { id: from }, body })
  }

  test('keep list and quota, and get them back when the merge is undone', async () => {
    await createHierarchy()
    const target = await createInstitution(site, 'school', province)
    await own().add((await entry()).id)
    const { id } = (await merge(school, target)).data
    expect(await nation(target).read()).toMatchObject({ quota: 2, recommended: 1, rows: 1 })
    expect((await site.ask(undoMerge, { headers: english(organiser), params: { id } })).status).toBe(200)
    expect(await nation(school).read()).toMatchObject({ quota: 2, recommended: 1, rows: 1 })
    expect(await nation(target).read()).toMatchObject({ quota: 0, recommended: 0, rows: 0 })
  })

  test('are refused while both have a list in one activity', async () => {
    await createHierarchy()
    const other = await createInstitution(site, 'school', province)
    await above(other).grant(1)
    await own().add((await entry()).id)
    await nation(other).add((await entry(other)).id)
    expect((await merge(school, other)).failure().error).toBe('recommendation.mergeListed')
  })
})
