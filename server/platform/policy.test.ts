import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readProbe } from '../testing/probe.ts'
import { startSite } from '../testing/site.ts'
import { createServer, sendFailure } from './http/create-server.ts'
import { visitor, type Person, type SignedIn } from './context.ts'
import type { Http } from './http/serve.ts'
import { Metrics } from './metrics/metrics.ts'
import { everyone, organisers, permit, refuse, requireAdmitted, signedIn, type Policy } from './policy.ts'

let app: FastifyInstance
beforeEach(async () => {
  ;({ app } = await createServer({
    config: { publicUrl: undefined, trustProxy: [] },
    logger: undefined,
    maxEventLoopDelay: 0,
    metrics: new Metrics(),
    securityHeaders: {},
    identify: async () => visitor,
    respond: sendFailure,
  }))
})
afterEach(() => app.close())

test('a route that declares no policy cannot be registered, whatever its method', () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
    expect(() => app.route({ method, url: '/open', handler: () => 'open' })).toThrow(
      `The route ${method} /open declares no policy`,
    )
})

test('a route with a policy is registered', () => {
  expect(() => app.get('/open', { config: { policy: everyone } }, () => 'open')).not.toThrow()
})

test('a verdict against the caller is the error that it names', () => {
  expect(() => permit({ permitted: true })).not.toThrow()
  expect(() => permit(refuse('session.required'))).toThrow(
    expect.objectContaining({ error: 'session.required', params: {} }),
  )
  expect(() => permit(refuse('request.tooLarge', { limitKb: 5 }))).toThrow(
    expect.objectContaining({ error: 'request.tooLarge', params: { limitKb: 5 } }),
  )
  // @ts-expect-error -- the message names a value, so a refusal without it does not compile
  refuse('request.tooLarge')
})

test('a declared policy is enforced on every route, also on one that a feature did not register', async () => {
  const done: string[] = []
  const config = { policy: () => refuse('request.tooLarge', { limitKb: 5 }) }
  app.get('/closed', { config }, () => done.push('closed'))
  await app.register(async (inner) => void inner.post('/inside', { config }, () => done.push('inside')))
  for (const [method, url] of [
    ['GET', '/closed'],
    ['HEAD', '/closed'],
    ['POST', '/inside'],
  ] as const) {
    const answer = await app.inject({ method, url })
    expect([url, answer.statusCode]).toEqual([url, 413])
    if (method !== 'HEAD') expect(answer.json()).toMatchObject({ data: { params: { limitKb: 5 } } })
  }
  expect(done).toEqual([])
})

test('a request without permission is refused before anything is done', async () => {
  let isDone = false
  const site = await startSite({
    extraRoutes: ({ serve }) =>
      serve(readProbe, { policy: () => refuse('session.required') }, () => {
        isDone = true
        return Promise.resolve({ done: true as const })
      }),
  })
  try {
    const answer = await site.get(readProbe.path)
    expect([answer.status, answer.envelope().code, answer.failure().error]).toEqual([401, 401, 'session.required'])
    expect(isDone).toBe(false)
  } finally {
    await site.close()
  }
})

test('a handler knows of its actor what the policy of its route has seen to, and no more', () => {
  const wantsPerson = async ({ ctx }: { ctx: SignedIn }) => ({ done: ctx.actor.kind === 'account' }) as { done: true }
  const declare = ({ serve }: Http): void => {
    serve(readProbe, { policy: signedIn }, wantsPerson)
    serve(readProbe, { policy: organisers('content') }, wantsPerson)
    // @ts-expect-error -- a route of organisers says which duty it needs
    serve(readProbe, { policy: organisers }, wantsPerson)
    // @ts-expect-error -- and names one
    serve(readProbe, { policy: organisers() }, wantsPerson)
    // @ts-expect-error -- everyone is not somebody who is signed in
    serve(readProbe, { policy: everyone }, wantsPerson)
    // @ts-expect-error -- neither is whoever a rule lets in without looking
    serve(readProbe, { policy: (actor) => ({ permitted: true, actor }) }, wantsPerson)
    // @ts-expect-error -- a policy says whom it lets in
    serve(readProbe, { policy: () => ({ permitted: true }) }, async () => ({ done: true as const }))
  }
  // @ts-expect-error -- a policy cannot promise a person for whom it has not looked
  const promised: Policy<Person> = everyone
  expect([typeof declare, requireAdmitted(promised, visitor)]).toEqual(['function', visitor])
  expect(() => requireAdmitted(signedIn, visitor)).toThrow(expect.objectContaining({ error: 'session.required' }))
})
