import { readTeam } from '@lectern/contract/teams/teams.ts'
import * as contract from '@lectern/contract/results/public-results.ts'
import { searchSite } from '@lectern/contract/search/search.ts'
import { readWorkResult } from '@lectern/contract/works/work-results.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition, createKnownTeacher, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../testing/results.ts'
import { createExpert } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity, publicRules } from '../../testing/works.ts'
import { followAnnouncements } from './publication/announcement.ts'
import { tellOfResults } from './publication/notices.ts'

/** In every place that could tell a result. */
const canary = '鹤立鸡群之课'
const prizeName = 'Golden Crane'

let site: TestSite
let twin: TestSite
let organiser: TestPerson
let second: TestPerson
let captain: TestPerson
let outsider: TestPerson
let expert: TestPerson
let made: Awaited<ReturnType<typeof settledActivity>>
let office: ReturnType<typeof resultsOffice>

beforeAll(async () => {
  site = await startSite({ withTasks: true })
  twin = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock, withJobs: false })
  organiser = await createPerson(site, { access: 'admin' })
  second = await createPerson(site, { access: 'admin' })
  captain = await createKnownTeacher(site)
  outsider = await createKnownTeacher(site)
  expert = await createExpert(site)
  const editionId = await createEdition(site)
  const activityId = await createWorkActivity(site, editionId, { rules: publicRules })
  made = await settledActivity(site, {
    editionId,
    activityId,
    organiser,
    scores: [97, 80, 70],
    works: [{ captain, title: canary, realName: '鹤鸣', isLicensed: true }],
    comments: ['讲得清楚', '', '板书工整'],
  })
  office = resultsOffice(site, made)
  const tiers = [
    {
      id: 'crane',
      label: { 'zh-CN': '金鹤奖', 'en-US': prizeName },
      quota: { kind: 'count', count: 1 } as const,
      minScore: null,
      maxPerInstitution: null,
    },
  ]
  await office.save({ tiers, publicColumns: ['rank', 'score', 'prize', 'title', 'people', 'school'] })
}, 120_000)
afterAll(async () => {
  await twin.close()
  await site.close()
})

/** Everything that a person can ask about results, as one text, and the tags of the answers. */
const everythingSeenBy = async (person: TestPerson | undefined, at: TestSite = site): Promise<string> => {
  const headers = person ? english(person) : { 'accept-language': 'en-US' }
  const { id } = await office.newest()
  const workId = made.works[0]!.workId
  const paths = [
    '/api/public/results',
    `/api/public/results/${id}`,
    `/api/public/results/${id}?prize=crane`,
    `/api/public/results/${id}/export`,
    `/api/public/publicity/${id}`,
    `/api/public/publicity/${id}/text`,
    '/api/public/works',
    `/api/public/works/${workId}`,
    `/api/public/works/${workId}/files/1`,
    `/api/works/${workId}/result`,
    `/api/search?q=${encodeURIComponent(canary)}`,
    '/api/search?q=Golden',
    '/sitemap.xml',
    '/feed.xml',
    '/api/activities',
    `/api/activities/${made.activityId}`,
    `/api/activities/${made.activityId}/next-step`,
  ]
  const answers = []
  for (const path of paths) answers.push(await at.get(path, headers))
  return answers.map(({ text, headers: got }) => `${got.get('etag') ?? ''} ${text}`).join('\n')
}

/**
 * What would tell a result: a prize, a score, the page of a work or of a list.
 * A score is looked for as a number of an answer: ids and tags may have the same digits.
 */
const hints = [prizeName, '金鹤奖', '":9700', '/Works/', '"awarded":1', '/Results/']

const rolesOf = (): [string, TestPerson | undefined][] => [
  ['a visitor', undefined],
  ['the captain', captain],
  ['another teacher', outsider],
  ['an expert', expert],
]

/** What visitors get from addresses that exist before there is a list: bytes and tags. */
const publicAnswers = async (): Promise<string[]> => {
  const paths = [
    '/api/public/results',
    '/api/public/works',
    `/api/search?q=${encodeURIComponent(canary)}`,
    '/sitemap.xml',
    '/feed.xml',
    `/api/activities/${made.activityId}`,
  ]
  const answers = []
  for (const path of paths) answers.push(await site.get(path, { 'accept-language': 'en-US' }))
  return answers.map(({ status, headers, text }) => `${status} ${headers.get('etag')} ${text}`)
}

/** No role learns a rank, score or prize of a list that is computed, proposed or confirmed. */
const showNothingUntilConfirmed = async (): Promise<void> => {
  const before = await publicAnswers()
  await office.compute()
  const steps: (() => Promise<unknown>)[] = [
    async () => undefined,
    () => office.step('propose'),
    () => office.step('confirm', { as: second }),
  ]
  for (const step of steps) {
    await step()
    for (const [name, person] of rolesOf()) {
      const seen = await everythingSeenBy(person)
      expect([name, hints.filter((hint) => seen.includes(hint))]).toEqual([name, []])
    }
    // Not a byte and not a tag differs from the time before there was a list.
    expect(await publicAnswers()).toEqual(before)
  }
}

/** Only the page of the publicity shows a list whose publicity runs. */
const showPublicityOnItsPageAlone = async (): Promise<void> => {
  const { data } = await office.step('publicise')
  const shown = (await site.ask(contract.readPublicity, { params: { id: data.id }, query: {} })).data
  expect(shown).toMatchObject({ version: 1, isRunning: true, isAnnounced: false, total: 1 })
  expect(shown.list[0]).toMatchObject({ title: canary, rank: 1, score: 9_700, people: [{ name: '鹤鸣' }] })
  expect((await site.ask(contract.readPublicResult, { params: { id: data.id }, query: {} })).failure().error).toBe(
    'result.notFound',
  )
  expect((await site.ask(contract.listPublicWorks, { query: {} })).data.total).toBe(0)
  expect((await site.ask(searchSite, { query: { q: canary } })).data.total).toBe(0)
  const results = (await site.ask(contract.listPublicResults, {})).data
  expect([results.editions, results.publicity.map(({ id }) => id)]).toEqual([[], [data.id]])
  const { next } = (await site.ask(readTeam, { headers: english(captain), params: { id: made.works[0]!.teamId } })).data
  expect(next.step).toBe('workInPublicity')
  const refused = await site.ask(readWorkResult, { headers: english(captain), params: { id: made.works[0]!.workId } })
  expect(refused.failure().error).toBe('result.notFound')
  expect((await site.get('/api/account/data', english(captain))).text).not.toContain(prizeName)
}

/** People are told of the publicity once, and nothing of their prize. */
const tellOfPublicityOnce = async (): Promise<void> => {
  await tellOfResults(site.asProgram())
  await tellOfResults(site.asProgram())
  const { rows } = await site.pool.query<{ title: string; body: string }>(
    `select title ->> 'en-US' as title, body ->> 'en-US' as body from notice where account_id = $1`,
    [captain.id],
  )
  expect(rows.map(({ title }) => title)).toEqual(['Results on public notice: Course Innovation'])
  expect(rows[0]!.body).not.toContain(prizeName)
}

/** The announcement is refused before the publicity ends, and may be scheduled and taken back. */
const scheduleAnnouncement = async (): Promise<void> => {
  expect((await office.step('finalise')).failure().error).toBe('result.publicityRuns')
  site.clock.set(daysFromNoon(7))
  await office.step('finalise')
  const at = new Date(daysFromNoon(7).getTime() + 3_600_000).toISOString()
  const past = new Date(daysFromNoon(6)).toISOString()
  expect((await office.step('announce', { at: past })).failure().error).toBe('result.timePast')
  expect((await office.step('announce', { at })).data).toMatchObject({ state: 'final', isScheduled: true })
  expect((await office.step('unschedule')).data).toMatchObject({ state: 'final', announcedAt: null })
  expect((await office.step('announce', { at })).data).toMatchObject({ announcedAt: at })
}

/** The announcement comes at its second in every process, before anybody has written it down. */
const announceAtItsSecond = async (): Promise<void> => {
  const due = new Date(daysFromNoon(7).getTime() + 3_600_000)
  const { id } = await office.newest()
  const idsAt = async (where: TestSite) =>
    (await where.ask(contract.listPublicResults, {})).data.editions.flatMap(({ lists }) => lists.map((one) => one.id))
  site.clock.set(new Date(due.getTime() - 1))
  // Both processes have the answer in their caches.
  for (const where of [site, twin]) {
    expect(await idsAt(where)).toEqual([])
    expect((await where.get('/sitemap.xml')).text).not.toContain('/Results/0')
  }
  site.clock.set(due)
  for (const where of [site, twin]) {
    expect(await idsAt(where)).toEqual([id])
    const list = (await where.ask(contract.readPublicResult, { params: { id }, query: {} })).data
    expect(list.list).toMatchObject([{ rank: 1, score: 9_700, title: canary, work: made.works[0]!.workId }])
    expect((await where.ask(searchSite, { query: { q: canary } })).data.list[0]).toMatchObject({
      kind: 'work',
      path: `/Works/${made.works[0]!.workId}`,
    })
    expect((await where.get('/sitemap.xml')).text).toContain(`/Results/${id}`)
    expect((await where.ask(contract.listPublicWorks, { query: {} })).data.list).toMatchObject([
      { title: canary, prize: { label: expect.any(String) as string } },
    ])
  }
}

/** The announcement is written down by a job, which tells people of their prizes. */
const writeAnnouncementDown = async (): Promise<void> => {
  await followAnnouncements(site.asProgram())
  await tellOfResults(site.asProgram())
  expect((await office.newest()).state).toBe('announced')
  const titlesOf = async (person: TestPerson) => {
    const { rows } = await site.pool.query<{ title: string }>(
      `select title ->> 'en-US' as title from notice where account_id = $1 order by title`,
      [person.id],
    )
    return rows.map(({ title }) => title)
  }
  const earlier = ['Results are final: Course Innovation', 'Results on public notice: Course Innovation']
  expect(await titlesOf(captain)).toEqual([`Congratulations: ${prizeName}`, ...earlier])
  expect(await titlesOf(made.works[1]!.captain)).toEqual(
    ['Results announced: Course Innovation', ...earlier].toSorted(),
  )
}

/** Visitors get a sheet with their columns alone. */
const giveVisitorsSheet = async (): Promise<void> => {
  const { id } = await office.newest()
  const { text } = await site.get(`/api/public/results/${id}/export?lang=en-US`)
  const [heading, first, ...others] = text.replace('\uFEFF', '').trim().split('\r\n')
  expect([heading, first, others]).toEqual([
    'Rank,Total score,Prize,Title,Members,School,Reason for the adjustment',
    `1,97,${prizeName},${canary},鹤鸣,江州一中,`,
    [],
  ])
}

test('a result is told to nobody but on the page of its publicity, until it is announced at its second to visitors and to its team', async () => {
  await showNothingUntilConfirmed()
  await showPublicityOnItsPageAlone()
  await tellOfPublicityOnce()
  await scheduleAnnouncement()
  await announceAtItsSecond()
  await writeAnnouncementDown()
  await giveVisitorsSheet()

  // The team gets its result and what experts wrote, in an order that never changes.
  const ask = () => site.ask(readWorkResult, { headers: english(captain), params: { id: made.works[0]!.workId } })
  const { data } = await ask()
  expect(data).toMatchObject({ prize: { id: 'crane', label: prizeName }, rank: 1, score: 9_700 })
  expect(data.feedback!.rounds).toMatchObject([
    {
      criteria: [
        { label: 'Design', mean: 6_000, max: 6_000 },
        { label: 'Effect', mean: 3_700, max: 4_000 },
      ],
    },
  ])
  expect(data.feedback!.rounds[0]!.comments.toSorted()).toEqual(['讲得清楚', '板书工整'].toSorted())
  expect((await ask()).data.feedback).toEqual(data.feedback)
  const other = await site.ask(readWorkResult, { headers: english(outsider), params: { id: made.works[0]!.workId } })
  expect(other.status).toBe(404)
  const { next } = (await site.ask(readTeam, { headers: english(captain), params: { id: made.works[0]!.teamId } })).data
  expect([next.step, next.values['prize']]).toEqual(['workAwarded', prizeName])
})
