import { afterEach, expect, test } from 'vitest'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
afterEach(() => site.close())

test('a server whose event loop is late refuses requests that need work, says why in its log, and stays alive and ready', async () => {
  // Every timer is later than this.
  site = await startSite({ isOverNetwork: true, maxEventLoopDelay: 0.000_1 })
  const refused = await eventually(async () => {
    const answer = await site.get('/api/user/currentUser')
    expect(answer.status).toBe(503)
    return answer
  })
  expect([refused.failure().error, refused.headers.get('retry-after')]).toEqual(['server.busy', '5'])
  for (const path of ['/livez', '/readyz']) expect([path, (await site.get(path)).status]).toEqual([path, 200])
  const entry = site.log.find(({ msg }) => msg === 'overloaded')
  expect(entry).toMatchObject({ level: 40, eventLoopDelay: expect.any(Number) as number })
})
