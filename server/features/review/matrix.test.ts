import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import {
  createExpert,
  openRound,
  storeAssignment,
  storePanel,
  storeReviewer,
  storeRound,
} from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

// Who gets what of one round, one work and one file: every endpoint of the desk, for everybody who is not the expert of the work.

let site: TestSite
let people: Record<Role, TestPerson | undefined>
let at: { round: string; work: string; token: string; roundId: string }

const roles = [
  'a visitor',
  'the captain of the work',
  'an organiser',
  'an organiser in the team',
  'an expert of another round',
  'an expert who was removed',
  'an expert who declined the invitation',
  'an expert of the round with other works',
  'the chair of another panel',
] as const
type Role = (typeof roles)[number]

beforeAll(async () => {
  site = await startSite()
  const opened = await openRound(site, { works: 2, experts: 2, withFiles: true, rules: { mode: 'panel' } })
  const { editionId, activityId, roundId, code, works, assignments, organiser, experts } = opened
  const [work] = works
  const own = assignments.find(
    ({ entryId, reviewerId }) => entryId === work!.entryId && reviewerId === experts[0]!.reviewerId,
  )!
  at = { round: code, work: work!.code, token: own.token, roundId }
  const member = await createPerson(site, { access: 'admin' })
  await site.pool.query(
    `insert into team_member (team_id, account_id, activity_id, role, position, joined_at) values ($1, $2, $3, 'advisor', 9, now())`,
    [work!.teamId, member.id, activityId],
  )
  const elsewhere = await createExpert(site)
  const other = await storeRound(site, { editionId, activityIds: [activityId], state: 'open' })
  await storeReviewer(site, other.id, elsewhere.id)
  const removed = await createExpert(site)
  const removedId = await storeReviewer(site, roundId, removed.id, { state: 'removed' })
  await storeAssignment(site, roundId, work!.entryId, removedId, { state: 'removed' })
  const declined = await createExpert(site)
  await storeReviewer(site, roundId, declined.id, { state: 'declined' })
  const beside = await createExpert(site)
  const besideId = await storeReviewer(site, roundId, beside.id, { panelId: opened.panelId! })
  await storeAssignment(site, roundId, works[1]!.entryId, besideId)
  const chair = await createExpert(site)
  const panelId = await storePanel(site, roundId, 1)
  await storeReviewer(site, roundId, chair.id, { panelId, isChair: true })
  people = {
    'a visitor': undefined,
    'the captain of the work': work!.captain,
    'an organiser': organiser,
    'an organiser in the team': member,
    'an expert of another round': elsewhere,
    'an expert who was removed': removed,
    'an expert who declined the invitation': declined,
    'an expert of the round with other works': beside,
    'the chair of another panel': chair,
  }
}, 60_000)
afterAll(() => site.close())

const sheet = { version: 0, scores: { design: 6000 }, comment: 'mine', remark: '', notes: [], places: {}, seconds: 0 }

/** Every endpoint of the desk that is about something, by what it is about. */
const requests = {
  round: [
    ['GET', '/rounds/:round'],
    ['GET', '/rounds/:round/pledge'],
    ['POST', '/rounds/:round/pledge', { version: 1 }],
    ['GET', '/rounds/:round/practice'],
    ['POST', '/rounds/:round/practice'],
    ['POST', '/rounds/:round/answer', { accept: true }],
  ],
  panel: [
    ['GET', '/rounds/:round/panel'],
    ['POST', '/rounds/:round/panel/ties', { codes: ['ABCDEF', 'BCDEFG'], reason: 'r' }],
    ['POST', '/rounds/:round/panel/signature'],
  ],
  work: [
    ['GET', '/works/:work'],
    ['PUT', '/works/:work/sheet', sheet],
    ['POST', '/works/:work/submission', { version: 1 }],
    ['POST', '/works/:work/decline', { kind: 'unable', reason: 'r' }],
    ['POST', '/works/:work/flags', { kind: 'other', text: 't' }],
  ],
  file: [
    ['GET', '/files/:token/1'],
    ['HEAD', '/files/:token/1'],
    ['GET', '/files/:token/1/pages'],
  ],
} as const
type About = keyof typeof requests

const same = (said: string): Record<About, string> => ({ round: said, panel: said, work: said, file: said })

/** The refusal that everybody gets; `ok`: it is about the person's own part in the round. */
const expected: Record<Role, Record<About, string>> = {
  'a visitor': same('session.required'),
  'the captain of the work': same('access.refused'),
  'an organiser': same('access.refused'),
  'an organiser in the team': same('access.refused'),
  'an expert of another round': {
    round: 'round.notFound',
    panel: 'round.notFound',
    work: 'assignment.notFound',
    file: 'file.notFound',
  },
  'an expert who was removed': {
    round: 'round.notFound',
    panel: 'round.notFound',
    work: 'assignment.ended',
    file: 'file.notFound',
  },
  'an expert who declined the invitation': {
    round: 'own',
    panel: 'chair.only',
    work: 'assignment.notFound',
    file: 'file.notFound',
  },
  'an expert of the round with other works': {
    round: 'own',
    panel: 'chair.only',
    work: 'assignment.notFound',
    file: 'file.notFound',
  },
  'the chair of another panel': { round: 'own', panel: 'own', work: 'assignment.notFound', file: 'file.notFound' },
}

const ask = async (role: Role, [method, path, body]: readonly [string, string, unknown?]) => {
  const address = `/api/review${path.replace(':round', at.round).replace(':work', at.work).replace(':token', at.token)}`
  const person = people[role]
  const response = await fetch(site.url + address, {
    method,
    headers: { ...(person && english(person)), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const { data } = (isJson && text !== '' ? JSON.parse(text) : {}) as { data?: { error?: string } }
  return { status: response.status, said: response.ok ? 'ok' : (data?.error ?? ''), text }
}

/** Everything that experts have written or decided in the round. */
const written = async (): Promise<unknown[]> => {
  const { rows } = await site.pool.query(
    `select 'sheet' as what, count(*)::integer from sheet union all select 'flag', count(*)::integer from flag
     union all select 'tie', count(*)::integer from tie_decision union all select 'conflict', count(*)::integer from conflict
     union all select state, count(*)::integer from assignment group by state order by 1`,
  )
  return rows
}

describe.each(roles)('to %s', (role) => {
  test.each(Object.keys(requests) as About[])('the %s of somebody else is closed', async (about) => {
    const before = await written()
    for (const request of requests[about]) {
      const { status, said, text } = await ask(role, request)
      const wanted = expected[role][about]
      // About one's own part in the round: never anything of the work.
      if (wanted === 'own')
        expect([request[1], text.includes(at.work), status < 500]).toEqual([request[1], false, true])
      else if (request[0] === 'HEAD') expect(status).toBeGreaterThanOrEqual(400)
      else expect([request[1], said]).toEqual([request[1], wanted])
    }
    expect(await written()).toEqual(before)
  })
})

test('an organiser in the team learns nothing of who judges its work, and how', async () => {
  const member = people['an organiser in the team']!
  const other = people['an organiser']!
  const { rows } = await site.pool.query<{ id: string }>(`select id from entry where code = $1`, [at.work])
  const office = `/api/rounds/${at.roundId}`
  const read = async (person: TestPerson, path: string) =>
    (await site.call('GET', office + path, { headers: english(person) })).status
  const paths = [
    `/works/${rows[0]!.id}/assignments`,
    `/works/${rows[0]!.id}/sheets`,
    '/print',
    '/sheets/export?format=csv',
  ]
  for (const path of paths) expect([path, await read(other, path), await read(member, path)]).toEqual([path, 200, 403])
})
