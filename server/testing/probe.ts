import { endpoint } from '@lectern/contract/endpoint.ts'
import { z } from 'zod'
import type { Http } from '../platform/http/serve.ts'
import { everyone } from '../platform/policy.ts'

/** A request that changes something, with one field of each kind. */
export const saveProbe = endpoint({
  method: 'POST',
  path: '/api/probe',
  summary: 'Stores nothing',
  query: z.strictObject({ mode: z.enum(['fast', 'safe']).optional() }),
  body: z.strictObject({
    name: z.string().min(1).max(5),
    age: z.int().min(1).max(150),
    tags: z.array(z.string()).max(2).optional(),
    since: z.iso.datetime().optional(),
    password: z.string().optional(),
  }),
  answer: z.object({ name: z.string(), age: z.int() }),
})

export const readProbe = endpoint({
  method: 'GET',
  path: '/api/probe',
  summary: 'Does what the test says',
  answer: z.object({ done: z.literal(true) }),
})

export const probePath = saveProbe.path

/** Endpoints for a test, served like those of features; `act` runs in both. */
export const probeRoutes =
  (act: () => Promise<void> | void = () => undefined) =>
  ({ serve }: Http): void => {
    serve(saveProbe, { policy: everyone }, async ({ body }) => {
      await act()
      // More than the contract promises, to be filtered.
      return { ...body, secret: 'inside' }
    })
    serve(readProbe, { policy: everyone }, async () => {
      await act()
      return { done: true as const }
    })
  }
