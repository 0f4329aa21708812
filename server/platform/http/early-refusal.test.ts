import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probePath, probeRoutes } from '../../testing/probe.ts'
import { sendRaw } from '../../testing/raw.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { defaultLargestBody } from './body-limits.ts'
import { RouteLimits } from './early-refusal.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite({ isOverNetwork: true, extraRoutes: probeRoutes() })
})
afterAll(() => site.close())

const announced = 400_000

const head = (headers = ''): string =>
  `POST ${probePath} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n${headers}\r\n`

/** Sends a part of the announced body every few milliseconds, also after the response has begun. */
const sendSlowly = async ({ port }: TestSite, headers: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let failed: unknown
  socket.on('error', (error) => (failed = error))
  socket.on('data', (data) => (received += data.toString()))
  const ended = once(socket, 'end')
  socket.write(head(headers))
  for (let part = 0; part < 10; part += 1) {
    socket.write(' '.repeat(8_000))
    await sleep(5)
  }
  await ended
  socket.destroy()
  expect(failed).toBeUndefined()
  return received
}

const bodyOf = (response: string) =>
  JSON.parse(response.split('\r\n\r\n')[1]!) as { message: string; data: { error: string; requestId: string } }

const refusedCount = ({ log }: TestSite): number =>
  log
    .filter(({ msg }) => msg === 'refused')
    .reduce((sum, { refused }) => sum + ((refused as Record<string, number>)['request.tooLarge'] ?? 0), 0)

describe('too large a body', () => {
  test('is refused in the language of the client, who gets the response while still sending, however many send', async () => {
    // Nothing else is refused here: lines of the log count for a second.
    const own = await startSite({ isOverNetwork: true, extraRoutes: probeRoutes() })
    const from = own.log.length
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => sendSlowly(own, 'accept-language: zh-CN\r\nconnection: close\r\n')),
    )
    const bodies = responses.map(bodyOf)
    expect(new Set(responses.map((response) => response.split(' ')[1]))).toEqual(new Set(['413']))
    expect(new Set(bodies.map(({ message }) => message))).toEqual(new Set(['提交的内容过大，最多 16 KB。']))
    expect(new Set(bodies.map(({ data }) => data.requestId)).size).toBe(40)
    expect(responses[0]).toContain('x-content-type-options: nosniff')
    // One line per second tells how many were refused; there is none for each.
    await eventually(() => expect(refusedCount(own)).toBe(40))
    expect(own.log.slice(from).filter(({ msg }) => msg === 'answered')).toEqual([])
    await own.close()
  })

  test('is refused before the client is told to continue', async () => {
    const { status, all } = await sendRaw(site.port, head('expect: 100-continue\r\n'))
    expect([status, all.includes('100 Continue')]).toEqual([413, false])
  })

  test('is refused after the earlier responses of its connection', async () => {
    const { all } = await sendRaw(site.port, `GET /livez HTTP/1.1\r\nhost: x\r\n\r\n${head()}`)
    expect([...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '413'])
  })
})

test('the limit of a route is found by its address, whatever its case and parameters', () => {
  const limits = new RouteLimits()
  limits.add('PUT', '/api/news/:id/draft', 100_000)
  limits.add(['POST', 'PATCH'], '/files/*', Infinity)
  expect(
    [
      ['PUT', '/api/news/7/draft'],
      ['PUT', '/API/News/7/draft?lang=zh-CN'],
      ['PUT', '/api/news/7/draft/more'],
      ['POST', '/api/news/7/draft'],
      ['PATCH', '/files/a/b'],
      // Routing decodes addresses: the framework decides.
      ['PUT', '/api/news/7/%64raft'],
    ].map(([method, url]) => limits.limitOf(method!, url!)),
  ).toEqual([100_000, 100_000, defaultLargestBody, defaultLargestBody, Infinity, Infinity])
})
