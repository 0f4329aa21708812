import type { SessionId } from '@lectern/contract/ids.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inArray } from '../../platform/database/drizzle.ts'
import { createActivity, createEdition } from '../../testing/contest.ts'
import { followEvents, type Followed } from '../../testing/events.ts'
import { noticeSender, tell } from '../../testing/notices.ts'
import { createPerson, createSession, type TestPerson } from '../../testing/people.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { session } from '../sign-in/tables.ts'
import { LiveNotices } from './live.ts'

const path = '/api/notices/live'

let sites: TestSite[]
let site: TestSite
let person: TestPerson
const start = async (options: Parameters<typeof startSite>[0] = {}): Promise<TestSite> => {
  const started = await startSite({ extraRoutes: noticeSender, ...options })
  sites.push(started)
  return started
}
beforeEach(async () => {
  sites = []
  site = await start()
  person = await createPerson(site)
})
// With streams still open: closing must not wait for the browsers.
afterEach(() => Promise.all(sites.map((started) => started.close())))

const lastingSessions = async (ids: readonly SessionId[]): Promise<ReadonlySet<SessionId>> => {
  const rows = await site.db
    .select({ id: session.id })
    .from(session)
    .where(inArray(session.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

const follow = ({ headers }: Pick<TestPerson, 'headers'> = person, on = site): Promise<Followed> =>
  followEvents(on, path, headers)

const readAll = () => site.call('POST', '/api/notices/read', { headers: person.headers, body: { ids: 'all' } })

const loseListeners = () =>
  site.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lectern listener' and datname = current_database()`,
  )

test('a visitor follows nothing', async () => {
  const refused = await site.get(path)
  expect([refused.status, refused.envelope().code]).toEqual([401, 401])
})

test('the number comes at once, and again whenever it changes', async () => {
  await tell(site, { account: person.id })
  const followed = await follow()
  expect([followed.status, followed.headers.get('content-type'), followed.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ])
  expect(followed.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await followed.next()).toBe('unread 1')
  await tell(site, { account: person.id })
  expect(await followed.next()).toBe('unread 2')
  await readAll()
  expect(await followed.next()).toBe('unread 0')
})

test('a notice that another process sends arrives too, to whom it is for', async () => {
  const [other, admin] = [await createPerson(site), await createPerson(site, { access: 'admin' })]
  const second = await start({ databaseUrl: site.databaseUrl })
  const [mine, others, admins] = await Promise.all([follow(), follow(other), follow(admin, second)])
  expect(await Promise.all([mine.next(), others.next(), admins.next()])).toEqual(['unread 0', 'unread 0', 'unread 0'])
  await tell(second, { account: person.id })
  expect(await mine.next()).toBe('unread 1')
  await tell(second, { access: 'admin' })
  expect(await admins.next()).toBe('unread 1')
  await tell(second, 'everyone')
  // The next event of each: nobody got one that is not for them.
  expect(await Promise.all([mine.next(), others.next(), admins.next()])).toEqual(['unread 2', 'unread 1', 'unread 2'])
})

test('the stream ends with its session, and only that one', async () => {
  const elsewhere = await createSession(site, person.id)
  const [ended, going] = await Promise.all([follow(), follow(elsewhere)])
  expect(await Promise.all([ended.next(), going.next()])).toEqual(['unread 0', 'unread 0'])
  await site.pool.query('delete from session where id = $1', [person.sessionId])
  expect(await ended.next()).toBe('end')
  await tell(site, { account: person.id })
  expect(await going.next()).toBe('unread 1')
  expect((await site.get(path, person.headers)).status).toBe(401)
})

test('streams end when the program stops, which does not wait for them', async () => {
  const followed = await follow()
  expect(await followed.next()).toBe('unread 0')
  const drained = site.drain.begin()
  expect(await followed.next()).toBe('end')
  await drained
  expect((await site.get(path, person.headers)).status).toBe(503)
})

test('what happened while nothing was heard is caught up with', async () => {
  const elsewhere = await createSession(site, person.id)
  const [ended, going] = await Promise.all([follow(), follow(elsewhere)])
  expect(await Promise.all([ended.next(), going.next()])).toEqual(['unread 0', 'unread 0'])
  await site.pool.query('drop trigger notice_announced on notice')
  await site.pool.query('drop trigger session_end_announced on session')
  await site.pool.query('delete from session where id = $1', [person.sessionId])
  await tell(site, { account: person.id })
  await loseListeners()
  expect(await going.next()).toBe('unread 1')
  // It may get the number before.
  while ((await ended.next()) !== 'end') continue
})

test('the ninth window of one person ends the first, for good', async () => {
  const other = await createPerson(site)
  const others = await follow(other)
  const first = await follow()
  expect(await Promise.all([first.next(), others.next()])).toEqual(['unread 0', 'unread 0'])
  const eight: Followed[] = []
  for (let number = 1; number <= 8; number += 1) eight.push(await follow())
  expect([await first.next(), await first.next()]).toEqual(['stop null', 'end'])
  await tell(site, 'everyone')
  for (const followed of eight) expect([await followed.next(), await followed.next()]).toEqual(['unread 0', 'unread 1'])
  expect(await others.next()).toBe('unread 1')
})

test('a process with all the streams that it can hold is busy until one ends', async () => {
  const report = (error: unknown) => {
    throw error
  }
  const live = new LiveNotices({ db: site.db, lastingSessions, report, most: { perAccount: 8, inAll: 2 } })
  const leaves: (() => void)[] = []
  const open = () => ({
    send: () => undefined,
    end: () => undefined,
    onEnd: (leave: () => void) => void leaves.push(leave),
  })
  const who = { id: person.id, sessionId: person.sessionId }
  await live.follow(who, open)
  await live.follow(who, open)
  await expect(live.follow(who, open)).rejects.toThrow('server.busy')
  leaves[0]!()
  await live.follow(who, open)
  await expect(live.follow(who, open)).rejects.toThrow('server.busy')
  live.closeAll()
  await expect(live.follow(who, open)).rejects.toThrow('server.busy')
})

test('a session that ends while its stream is being opened gets none', async () => {
  const live = new LiveNotices({ db: site.db, lastingSessions, report: () => undefined })
  await site.pool.query('delete from session where id = $1', [person.sessionId])
  const open = () => {
    throw new Error('opened')
  }
  await expect(live.follow({ id: person.id, sessionId: person.sessionId }, open)).rejects.toThrow('session.required')
})

test('everybody is told of a notice for all, however many follow', async () => {
  const { rows } = await site.pool.query<{ id: TestPerson['id'] }>(
    `insert into account (id, username, locale, access, status, created_at, updated_at)
     select gen_random_uuid(), 'crowd-' || n, 'en-US', 'user', 'active', $1, $1 from generate_series(1, 501) as n
     returning id`,
    [site.clock.now()],
  )
  const live = new LiveNotices({ db: site.db, lastingSessions, report: () => undefined })
  const heard = new Map<string, unknown[]>(rows.map(({ id }) => [id, []]))
  const followLive = async ({ id }: Pick<TestPerson, 'id'>): Promise<void> => {
    const { sessionId } = await createSession(site, id)
    const send = (_event: string, data: unknown) => void heard.get(id)!.push(data)
    await live.follow({ id, sessionId }, () => ({ send, end: () => undefined, onEnd: () => undefined }))
  }
  await Promise.all(rows.map(followLive))
  await tell(site, 'everyone', { kind: 'security' })
  live.hearNotice('')
  await eventually(() => expect(new Set([...heard.values()].map(String))).toEqual(new Set(['0,1'])))
  live.closeAll()
})

test('asking for the headers alone opens no stream', async () => {
  expect((await site.call('HEAD', path, { headers: person.headers })).status).toBe(404)
})

test('who is in a team hears when somebody else in it tells more about themselves, and nobody else does', async () => {
  const [captain, stranger] = [await createPerson(site), await createPerson(site)]
  const editionId = await createEdition(site)
  const activityId = await createActivity(site, editionId)
  const headers = captain.headers
  const made = await site.call('POST', '/api/teams', { headers, body: { activityId, name: 'Kites', slogan: '' } })
  const { invite } = made.data(createTeam)
  expect((await site.call('POST', `/api/joining/${invite!.code}`, { headers: person.headers })).status).toBe(200)
  const [captains, others, own] = await Promise.all([follow(captain), follow(stranger), follow()])
  await Promise.all([captains.next(), others.next(), own.next()])
  const body = { uid: person.id, school: 'Jiangzhou No. 1 School' }
  const saved = await site.call('PUT', `/api/user/user/${person.id}`, { headers: person.headers, body })
  expect(saved.status).toBe(200)
  expect(await captains.next()).toBe('news null')
  // The next event of the others is something else.
  await tell(site, 'everyone')
  expect((await Promise.all([others.next(), own.next()])).map((word) => word.split(' ')[0])).toEqual([
    'unread',
    'unread',
  ])
})
