import { searchSite } from '@lectern/contract/search/search.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSite } from '../../pages/site.ts'
import { createEdition, createKnownTeacher, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../testing/results.ts'
import { createExpert } from '../../testing/rounds.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity, publicRules } from '../../testing/works.ts'
import { teamMember } from '../teams/tables.ts'
import { tellOfResults } from './publication/notices.ts'

// Distinctive values are planted in a result; then every address that the program serves is read by every role.

const planted = { title: '鹤立鸡群之课', prize: 'Golden Crane', prizeHere: '金鹤奖', comment: 'CraneComment4417' }

/** What would tell a result: its prize, its score (no expert gave the mean), its rank, its page, the words of experts. */
const signs: Record<string, RegExp> = {
  prize: /Golden Crane|金鹤奖|"crane"/,
  score: /(?<![\w.-])97\.?31(?![\w-])/,
  rank: /"rank":\d/,
  page: /\/Works\/[\da-f]{8}-|\/Results\/[\da-f]{8}-/,
  comment: /CraneComment4417/,
}

let site: TestSite
let made: Awaited<ReturnType<typeof settledActivity>>
let office: ReturnType<typeof resultsOffice>
let people: Record<string, TestPerson | undefined>
let second: TestPerson
let templates: string[]
let pages: string[]

beforeAll(async () => {
  site = await startSite({ withTasks: true, config: { trustProxy: ['127.0.0.1'] } })
  const organiser = await createPerson(site, { access: 'admin' })
  second = await createPerson(site, { access: 'admin' })
  const captain = await createKnownTeacher(site)
  const editionId = await createEdition(site)
  const activityId = await createWorkActivity(site, editionId, { rules: publicRules })
  made = await settledActivity(site, {
    editionId,
    activityId,
    organiser,
    scores: [97.31, 80, 70],
    offsets: [-30, -10, 40],
    works: [{ captain, title: planted.title, realName: '鹤鸣', isLicensed: true }],
    comments: ['', planted.comment, ''],
  })
  const teammate = await createPerson(site, { access: 'admin' })
  const { teamId } = made.works[0]!
  const seat = { activityId, position: 1, joinedAt: fixedNow }
  await site.db.insert(teamMember).values({ teamId, accountId: teammate.id, role: 'member', ...seat })
  people = {
    'a visitor': undefined,
    'a teacher without a team': await createKnownTeacher(site),
    'the captain of the awarded work': captain,
    'the captain of another work': made.works[1]!.captain,
    'an expert who judged': made.experts[0],
    'an expert who did not': await createExpert(site),
    'an organiser': second,
    'an organiser in the awarded team': teammate,
  }
  office = resultsOffice(site, made)
  const label = { 'zh-CN': planted.prizeHere, 'en-US': planted.prize }
  const quota = { kind: 'count', count: 1 } as const
  const tiers = [{ id: 'crane', label, quota, minScore: null, maxPerInstitution: null }]
  await office.save({ tiers, publicColumns: ['title', 'school'] })
  const { paths } = (await site.get('/api/docs/openapi.json')).json() as { paths: Record<string, { get?: object }> }
  // A stream never ends.
  templates = Object.keys(paths).filter((path) => paths[path]!.get && path !== '/api/notices/live')
  pages = (await (await loadSite()).load()).publicPaths()
}, 120_000)
afterAll(() => site.close())

/** The addresses of a template: with the ids of what it is about; where that is something else, with those of the result. */
const addressesOf = (template: string, list: string): string[] => {
  const { works, activityId, round } = made
  const { workId, teamId, entryId, code, captain } = works[0]!
  const known: Record<string, string> = {
    'activities/{id}': activityId,
    'teams/{id}': teamId,
    'works/{id}': workId,
    'works/{entry}': entryId,
    'works/{code}': code,
    'rounds/{id}': round.id,
    'rounds/{round}': round.code,
    'lists/{id}': list,
    'results/{id}': list,
    'publicity/{id}': list,
    'users/{uid}': captain.id,
    'submissions/{number}': '1',
    'files/{number}': '1',
    'pictures/{number}': '1',
    'pages/{name}': 'home',
    'documents/{name}': 'privacy',
  }
  const filled = template.replaceAll(/([\w-]+\/)(\{\w+\})/g, (whole, folder: string, name: string) => {
    const id = known[folder + name]
    return id === undefined ? whole : folder + id
  })
  return filled.includes('{') ? [list, workId].map((id) => filled.replaceAll(/\{\w+\}/g, id)) : [filled]
}

/** Addresses that need a question, or that a question could make talk. */
const questions = (list: string): [string, string][] => [
  ['/api/search', `/api/search?q=${encodeURIComponent(planted.title)}`],
  ['/api/search', '/api/search?q=Golden'],
  ['/api/office/search', `/api/office/search?q=${encodeURIComponent(planted.title)}`],
  ['/api/public/results/{id}', `/api/public/results/${list}?prize=crane`],
  ['/api/public/publicity/{id}', `/api/public/publicity/${list}?prize=crane`],
  ['/api/public/works', '/api/public/works?prize=crane'],
]

/** What visitors open in a browser. */
const pageAddresses = (list: string): [string, string][] => {
  const { workId } = made.works[0]!
  return [
    ...pages.map((path): [string, string] => [path, path]),
    ['/Results/:id', `/Results/${list}`],
    ['/Results/Publicity/:id', `/Results/Publicity/${list}`],
    ['/Works/:id', `/Works/${workId}`],
    ['/EnrollFor/:id', `/EnrollFor/${made.activityId}`],
    ['/search', `/search?search=${encodeURIComponent(planted.title)}`],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/feed.xml', '/feed.xml'],
  ]
}

let sent = 0

const read = async (person: TestPerson | undefined, address: string): Promise<string> => {
  sent += 1
  const headers = {
    ...person?.headers,
    'accept-language': 'en-US',
    // Each request comes from an address of its own: limits are not what is tested.
    'x-forwarded-for': `10.7.${(sent >> 8) & 255}.${sent & 255}`,
  }
  const { text, headers: got } = await site.get(address, headers)
  // Before there is a result, a publicised list has an address.
  return `${JSON.stringify([...got])} ${text}`.replaceAll(/\/Results\/Publicity\/[\w-]+/g, '')
}

/** Where somebody reads a sign of the result, by template. */
const findSigns = async (person: TestPerson | undefined): Promise<string[]> => {
  const list = (await office.newest()).id
  const addresses: [string, string][] = [
    ...templates.flatMap((template) =>
      addressesOf(template, list).map((address): [string, string] => [template, address]),
    ),
    ...questions(list),
    ...pageAddresses(list),
  ]
  const found = new Set<string>()
  const next = addresses.values()
  const reader = async (): Promise<void> => {
    for (const [template, address] of next) {
      const text = await read(person, address)
      const asked = decodeURIComponent(address)
      for (const [sign, pattern] of Object.entries(signs))
        if (pattern.test(text.replaceAll(asked, ''))) found.add(`${sign} at ${template}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, reader))
  return [...found].toSorted()
}

/** Everybody but organisers. */
const others = (): [string, TestPerson | undefined][] =>
  Object.entries(people).filter(([name]) => !name.startsWith('an organiser'))

const findSignsOfOthers = async (): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {}
  for (const [name, person] of others()) found[name] = await findSigns(person)
  return found
}

const nothing = () => Object.fromEntries(others().map(([name]) => [name, []]))

/** Letters and notices to everybody but organisers. */
const findToldSigns = async (): Promise<string[]> => {
  const { rows } = await site.pool.query<{ text: string }>(
    `select concat(notice.title, notice.body, notice.link) as text from notice join account on account.id = notice.account_id where access <> 'admin'
     union all select content::text from outbox join account on account.id = outbox.account_id where access <> 'admin'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  return rows.map(({ text }) => text).filter((text) => Object.values(signs).some((pattern) => pattern.test(text)))
}

/** What organisers read of the result at the office. */
const atOffice = [
  'comment at /api/rounds/{id}/works/{entry}/sheets',
  'prize at /api/audit',
  'prize at /api/results/activities/{id}',
  'prize at /api/results/lists/{id}',
  'prize at /api/results/lists/{id}/rows',
  'rank at /api/results/lists/{id}/rankings',
  'rank at /api/results/lists/{id}/rows',
  'rank at /api/rounds/{id}/print',
  'rank at /api/rounds/{id}/settlement',
  'score at /api/results/lists/{id}',
  'score at /api/results/lists/{id}/rows',
  'score at /api/rounds/{id}/integrity',
  'score at /api/rounds/{id}/print',
  'score at /api/rounds/{id}/settlement',
]

/** What visitors read of it once it is announced. */
const announced = [
  'page at /Results/:id',
  'page at /Results/Publicity/:id',
  'page at /Works/:id',
  'page at /api/search',
  'page at /search',
  'page at /sitemap.xml',
  'prize at /',
  'prize at /Works',
  'prize at /Works/:id',
  'prize at /api/public/works',
  'prize at /api/public/works/{id}',
]

/** What its team reads then, besides. */
const announcedToTeam = [
  'comment at /api/works/{id}/result',
  'prize at /api/account/data',
  'prize at /api/account/enrolments',
  'prize at /api/account/teams',
  'prize at /api/account/works',
  'prize at /api/activities/{id}/next-step',
  'prize at /api/teams/{id}',
  'prize at /api/welcome',
  'prize at /api/works/{id}/result',
  'score at /api/works/{id}/result',
]

test('a result of which visitors are shown titles and schools alone is told to organisers only, when confirmed and when final, until the second of its announcement', async () => {
  await office.compute()
  await office.step('propose')
  await office.step('confirm', { as: second })
  expect(await findSignsOfOthers()).toEqual(nothing())

  await office.step('publicise')
  site.clock.set(daysFromNoon(7))
  await office.step('finalise')
  await office.step('announce', { at: daysFromNoon(8).toISOString() })
  await tellOfResults(site.asProgram())
  expect(await findSignsOfOthers()).toEqual(nothing())
  expect(await findToldSigns()).toEqual([])
  expect(await findSigns(people['an organiser'])).toEqual(atOffice)
  // Everything about it is kept from an organiser in a team.
  expect(await findSigns(people['an organiser in the awarded team'])).toEqual([])

  site.clock.set(daysFromNoon(8))
  expect((await site.ask(searchSite, { query: { q: planted.title } })).data.total).toBe(1)
  const found = await findSigns(undefined)
  expect(found).toEqual(announced)
  const foundByTeam = await findSigns(people['the captain of the awarded work'])
  expect(foundByTeam.filter((sign) => !found.includes(sign))).toEqual(announcedToTeam)
}, 480_000)
