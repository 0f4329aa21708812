import { endpoint } from '@lectern/contract/endpoint.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { everyone, organisers, signedIn } from '../platform/policy.ts'
import { aroundRender } from '../testing/pages.ts'
import { createPerson, type TestPerson } from '../testing/people.ts'
import { startSite, type TestSite } from '../testing/site.ts'

const answer = z.object({ actor: z.string() })
const own = endpoint({ method: 'GET', path: '/api/test-own', summary: '', answer })
const office = endpoint({ method: 'GET', path: '/api/test-office', summary: '', answer })
const open = endpoint({ method: 'GET', path: '/api/test-open', summary: '', answer })
const broken = endpoint({ method: 'GET', path: '/api/test-broken', summary: '', answer })

let site: TestSite
let organiser: TestPerson
/** What the rendered page reads. */
let path: string
let statuses: number[]
let actors: string[]

beforeAll(async () => {
  site = await startSite({
    extraRoutes: ({ serve }) => {
      const handle = async ({ ctx }: { ctx: { actor: { kind: string } } }) => {
        actors.push(ctx.actor.kind)
        return { actor: ctx.actor.kind }
      }
      serve(own, { policy: signedIn }, handle)
      serve(office, { policy: organisers('content') }, handle)
      serve(open, { policy: everyone }, handle)
      serve(broken, { policy: everyone }, () => Promise.reject(new Error('broken')))
    },
    pages: aroundRender(async (input, proceed) => {
      const { status } = await input.read({ method: 'GET', path, params: {}, query: {} })
      statuses.push(status)
      return proceed()
    }),
  })
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

beforeEach(() => {
  statuses = []
  actors = []
})

/** A page that is rendered for each visit, requested with the session of an organiser. */
const visit = async (read: string): Promise<void> => {
  path = read
  await site.get('/Certificate', organiser.headers)
}

test('a page is rendered for a visitor, whoever requests it', async () => {
  await visit(open.path)
  expect([statuses, actors]).toEqual([[200], ['visitor']])
})

test.each([own.path, office.path])('%s is refused to a page, even if an organiser requests it', async (refused) => {
  expect((await site.get(refused, organiser.headers)).status).toBe(200)
  actors = []
  await visit(refused)
  expect(actors).toEqual([])
})

test('an error while a page is rendered is logged with what was read, under the id of the page', async () => {
  const from = site.log.length
  await visit(broken.path)
  expect(statuses).toEqual([500])
  const lines = site.log.slice(from)
  const page = lines.find(({ msg, url }) => msg === 'answered' && url === '/Certificate')
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { requestId: page!['requestId'], read: broken.path, err: { message: 'broken' } },
  ])
})
