import { once } from 'node:events'
import { connect } from 'node:net'
import { probePath, probeRoutes } from '../../testing/probe.ts'
import { rawRequest } from '../../testing/raw.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { sql } from '../database/drizzle.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let site: TestSite
let act: () => Promise<void> | void = () => undefined

beforeAll(async () => {
  site = await startSite({ isOverNetwork: true, extraRoutes: probeRoutes(() => act()) })
})
afterAll(() => site.close())

const linesSince = (from: number) =>
  eventually(() => {
    const lines = site.log.slice(from).filter(({ msg }) => msg === 'answered')
    expect(lines.length).toBeGreaterThan(0)
    return lines
  })

test('each call leaves a line of JSON with its request id, method, address, status and time', async () => {
  const from = site.log.length
  await site.call('POST', probePath, { body: { name: 'Li', age: 3 } })
  const [line] = await linesSince(from)
  expect(Object.keys(line!).toSorted()).toEqual(['level', 'method', 'ms', 'msg', 'requestId', 'status', 'time', 'url'])
  expect(line).toMatchObject({ level: 30, method: 'POST', url: probePath, status: 200, msg: 'answered' })
  expect(line!.requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('reading is told at debug only', async () => {
  const from = site.log.length
  await site.get('/version')
  expect((await linesSince(from)).map(({ level }) => level)).toEqual([20])
})

test('neither cookies nor keys nor what was typed are in the log, also when the call fails', async () => {
  const headers = { cookie: 'session=SECRET-COOKIE', authorization: 'Bearer SECRET-KEY', 'x-api-key': 'SECRET-KEY' }
  for (const failing of [false, true]) {
    act = () => {
      if (failing) throw new Error('on purpose')
    }
    const from = site.log.length
    await site.call('POST', probePath, { headers, body: { name: 'Li', age: 3, password: 'SECRET-PASSWORD' } })
    await site.call('POST', probePath, { headers, body: { name: 'SECRET-NAME', age: 'SECRET-AGE' } })
    await linesSince(from)
  }
  act = () => undefined
  expect(site.logText()).not.toContain('SECRET')
})

test('a failed statement is logged without its values', async () => {
  act = async () => {
    await site.db.execute(sql`select * from missing_table where token = ${'SECRET-VALUE'}`)
  }
  const from = site.log.length
  const answer = await site.get(probePath)
  act = () => undefined
  await linesSince(from)
  expect(answer.status).toBe(500)
  expect(answer.text).not.toContain('missing_table')
  expect(site.logText()).toContain('missing_table')
  expect(site.logText()).not.toContain('SECRET-VALUE')
})

test('nothing that is sent can begin a line of its own', async () => {
  const from = site.log.length
  const forged = '{"level":30,"msg":"forged"}'
  await rawRequest(site.port, `GET /api/nothing?x=%0A${encodeURIComponent(forged)}`, {
    'user-agent': forged,
    'x-request-id': forged,
    referer: `a\\n${forged}`,
  })
  await rawRequest(site.port, `GET /api/nothing?x=${forged.replaceAll(' ', '')}`)
  await linesSince(from)
  const lines = site.logText().split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.length).toBe(site.log.length)
  expect(site.log.filter(({ msg }) => msg === 'forged')).toEqual([])
})

test('the request id is ours, whatever the client sends', async () => {
  const answer = await site.get('/api/nothing', { 'x-request-id': 'mine', 'request-id': 'mine' })
  expect(answer.failure().requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('whoever is refused gets the id of the log as a header too', async () => {
  const from = site.log.length
  const answer = await site.get('/api/nothing')
  expect(answer.headers.get('x-request-id')).toBe(answer.failure().requestId)
  const [line] = await linesSince(from)
  expect(line!.requestId).toBe(answer.failure().requestId)
})

test('so does whoever gets a page that many share', async () => {
  const answer = await site.get('/%zz', { accept: 'text/html' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('so does whoever is refused before the request is read', async () => {
  const from = site.log.length
  const headers = { 'content-type': 'application/json' }
  const answer = await site.call('POST', probePath, { headers, body: JSON.stringify('x'.repeat(100_000)) })
  const { requestId } = answer.failure()
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([413, requestId])
  expect(site.log.slice(from).filter((line) => line.requestId === requestId)).toMatchObject([
    { level: 20, msg: 'request.tooLarge', method: 'POST' },
  ])
})

test('a body that is broken off is nobody’s fault here', async () => {
  const from = site.log.length
  const socket = connect(site.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${probePath} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"name"`,
  )
  // Answered after the other connection has been accepted, then after its head has been read.
  await site.get('/livez')
  await site.get('/livez')
  socket.resetAndDestroy()
  await eventually(() => expect(site.log.slice(from).map(({ msg }) => msg)).toContain('the caller broke off'))
  expect(site.log.slice(from).filter(({ level }) => Number(level) >= 40)).toEqual([])
})

test('codes and what was searched for are not in the log', async () => {
  const from = site.log.length
  await site.call('POST', '/api/joining/SECRETCODE')
  await site.get('/api/news?search=SECRET-NAME&page=2')
  await site.get('/account/Team/Add?code=SECRETCODE')
  const urls = await eventually(() => {
    const lines = site.log.slice(from).filter(({ msg }) => msg === 'answered')
    expect(lines.length).toBe(3)
    return lines.map(({ url }) => url)
  })
  expect(urls.toSorted()).toEqual(['/account/Team/Add?code', '/api/joining/:code', '/api/news?search&page'])
  expect(site.logText()).not.toContain('SECRETCODE')
})
