import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoint } from '@lectern/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { everyone } from './platform/policy.ts'
import { followEvents } from './testing/events.ts'
import { lacksNginx, startNginx, type Nginx } from './testing/nginx.ts'
import { noticeSender, tell } from './testing/notices.ts'
import { createPerson, type TestPerson } from './testing/people.ts'
import { probePath, probeRoutes } from './testing/probe.ts'
import { eventually, startSite, type TestSite } from './testing/site.ts'
import { uploaderOf } from './testing/uploads.ts'

const readAddress = endpoint({
  method: 'GET',
  path: '/api/probe/address',
  summary: 'The address of the caller',
  answer: z.object({ address: z.string() }),
})

describe.skipIf(lacksNginx)('behind nginx, with the recipe of the documentation (needs nginx)', () => {
  let folder: string
  let site: TestSite
  let nginx: Nginx
  let person: TestPerson
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-nginx-'))
    // Its workers may be another user.
    await chmod(folder, 0o755)
    site = await startSite({
      extraRoutes: (http) => {
        probeRoutes()(http)
        noticeSender(http)
        http.serve(readAddress, { policy: everyone }, async ({ ctx }) => ({ address: ctx.caller.address }))
      },
      config: { trustProxy: ['127.0.0.1'] },
    })
    nginx = await startNginx(folder, site.port)
    person = await createPerson(site)
  })
  afterAll(async () => {
    await nginx?.close()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const megabyte = 1024 * 1024
  const arrivedBytes = async (): Promise<number> =>
    Number(/^lectern_uploads_bytes_total (\d+)$/m.exec(await site.metrics.render())![1])

  test('the site knows the address of a client, whatever that claims', async () => {
    const call = request(`${nginx.url}${readAddress.path}`, {
      localAddress: '127.0.0.2',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    }).end()
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    const body = (await response.toArray()).join('')
    expect((JSON.parse(body) as { data: unknown }).data).toEqual({ address: '127.0.0.2' })
  })

  test('the largest piece of an upload gets through, and pieces arrive while they are sent', async () => {
    const mine = uploaderOf({ url: nginx.url, call: site.call }, person)
    const { sent } = await mine.whole({ purpose: 'answer', name: 'notes.txt' }, Buffer.alloc(16 * megabyte, 'a'))
    expect(sent.status).toBe(204)
    const { path } = await mine.begin({ size: 2 * megabyte })
    const before = await arrivedBytes()
    const slow = mine.trickle(path, 0, 2 * megabyte)
    await slow.write(Buffer.alloc(megabyte, 'b'))
    await eventually(async () => expect((await arrivedBytes()) - before).toBe(megabyte))
    await slow.cut()
  })

  test('a body that is too large for its form is refused by the site itself, in words', async () => {
    const answer = await fetch(nginx.url + probePath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(megabyte) }),
    })
    const { data } = (await answer.json()) as { data: { error: string } }
    expect([answer.status, data.error]).toEqual([413, 'request.tooLarge'])
  })

  test('notices arrive as they happen', async () => {
    const stream = await followEvents(nginx, '/api/notices/live', person.headers)
    expect(await stream.next()).toBe('unread 0')
    await tell(site, { account: person.id })
    expect(await stream.next()).toBe('unread 1')
    await stream.leave()
  })

  test('pages stay compressed, and unchanged ones are told so', async () => {
    const first = await fetch(`${nginx.url}/News`, { headers: { 'accept-encoding': 'br' } })
    await first.text()
    const etag = first.headers.get('etag')!
    const again = await fetch(`${nginx.url}/News`, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
    expect([first.status, first.headers.get('content-encoding'), again.status]).toEqual([200, 'br', 304])
  })
})
