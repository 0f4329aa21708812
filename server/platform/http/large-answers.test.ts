import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Does not read the answer until it is asked to. */
const open = async () => {
  const call = request(`${site.url}/api/docs/openapi.json`, {
    headers: { 'accept-encoding': 'identity' },
    agent: false,
  }).end()
  const [response] = (await once(call, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: Record<string, string> },
  ]
  return response
}

test('one network is sent eight descriptions of the interface at once, each whole; more are refused by name', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, open))
  expect(opened.map(({ statusCode }) => statusCode)).toEqual(opened.map(() => 200))
  const refused = await site.get('/api/docs/openapi.json', { 'accept-encoding': 'identity' })
  expect([refused.status, refused.failure().error]).toEqual([429, 'request.tooMany'])
  const lengths = await Promise.all(
    opened.map(async (response) => {
      let bytes = 0
      for await (const piece of response) bytes += (piece as Buffer).length
      return bytes === Number(response.headers['content-length']) && bytes > 1_000_000
    }),
  )
  expect(lengths).toEqual(opened.map(() => true))
  expect((await site.get('/api/docs/openapi.json', { 'accept-encoding': 'identity' })).status).toBe(200)
})
