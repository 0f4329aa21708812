import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createInternalFetch } from './internal-fetch.ts'

let app: FastifyInstance
let calls: { method: string; isInternal: boolean }[]
let internalFetch: ReturnType<typeof createInternalFetch>['internalFetch']

beforeEach(() => {
  calls = []
  app = Fastify()
  const internal = createInternalFetch(app)
  internalFetch = internal.internalFetch
  app.all('/thing', (request) => {
    calls.push({ method: request.method, isInternal: internal.isInternal(request) })
    return {}
  })
})
afterEach(() => app.close())

test('a call from inside is known as one, and nobody outside passes for one', async () => {
  await internalFetch('/thing', {})
  await internalFetch('/thing', { method: 'get', headers: { accept: 'application/json' } })
  await app.inject({ url: '/thing', headers: { 'x-internal': 'guessed' } })
  expect(calls).toEqual([true, true, false].map((isInternal) => ({ method: 'GET', isInternal })))
})

test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('%s is refused: rendering a page changes nothing', async (method) => {
  await expect(internalFetch('/thing', { method })).rejects.toThrow(`A page may not ${method} /thing`)
  expect(calls).toEqual([])
})
