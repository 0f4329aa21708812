import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSite } from '../testing/site.ts'
import { readProbe } from '../testing/probe.ts'
import { createServer, sendFailure } from './http/create-server.ts'
import { visitor } from './context.ts'
import { everyone, permit, refuse } from './policy.ts'

let app: FastifyInstance
beforeEach(async () => {
  ;({ app } = await createServer({
    config: { publicUrl: undefined, trustProxy: [] },
    logger: undefined,
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

test('who is not permitted is told so before anything is done', async () => {
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
    expect([answer.status, answer.json<{ code: number }>().code, answer.data<{ error: string }>().error]).toEqual([
      401,
      401,
      'session.required',
    ])
    expect(isDone).toBe(false)
  } finally {
    await site.close()
  }
})
