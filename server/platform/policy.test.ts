import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSite } from '../testing/site.ts'
import { readProbe } from '../testing/probe.ts'
import { createServer, sendFailure } from './http/create-server.ts'
import { everyone, permit } from './policy.ts'

let app: FastifyInstance
beforeEach(async () => {
  ;({ app } = await createServer({
    config: { publicUrl: undefined, trustProxy: [] },
    logger: undefined,
    securityHeaders: {},
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
  expect(() => permit({ permitted: false, why: 'session.required' })).toThrow(
    expect.objectContaining({ error: 'session.required' }),
  )
})

test('who is not permitted is told so before anything is done', async () => {
  let isDone = false
  const site = await startSite({
    extraRoutes: ({ serve }) =>
      serve(readProbe, { policy: () => ({ permitted: false, why: 'session.required' }) }, () => {
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
