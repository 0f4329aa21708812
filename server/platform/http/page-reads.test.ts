import { endpoint } from '@lectern/contract/endpoint.ts'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { fail } from '../failure.ts'
import { failureEnvelope, failureOf } from './failures.ts'
import { PageReads } from './page-reads.ts'

const definition = { summary: '', answer: z.null() }
const things = endpoint({ ...definition, method: 'GET', path: '/api/things/:id' })
const addThing = endpoint({ ...definition, method: 'POST', path: '/api/things' })
const reader = { locale: 'en-US', address: '192.0.2.7', requestId: 'of-the-page' } as const
const read = { method: 'GET', path: things.path, params: { id: '7' }, query: {} }

let reads: PageReads
let reported: { error: unknown; path: string; requestId: string }[]
let calls: unknown[]

beforeEach(() => {
  reported = []
  calls = []
  reads = new PageReads((error, path, requestId) => {
    reported.push({ error, path, requestId })
    return failureOf(error, requestId)
  })
})

test('an answer is the text of the handler, who is told for whom it reads', async () => {
  reads.add(things, async (given, forWhom) => {
    calls.push([given, forWhom])
    return { body: 'text', isSteady: true }
  })
  expect(await reads.read(read, reader)).toEqual({ status: 200, body: 'text', isSteady: true })
  expect(calls).toEqual([[read, reader]])
})

test.each(['en-US', 'pt-BR'] as const)('a failure is the envelope that browsers get in %s', async (locale) => {
  const failure = fail('request.tooMany', { seconds: 7 })
  reads.add(things, () => Promise.reject(failure))
  const { status, body } = await reads.read(read, { ...reader, locale })
  expect(status).toBe(429)
  expect(JSON.parse(body)).toEqual(failureEnvelope(failure, locale, reader.requestId))
})

test('an unexpected error is reported with the id that the reader sees', async () => {
  const broken = new Error('broken')
  reads.add(things, () => Promise.reject(broken))
  const { status, body } = await reads.read(read, reader)
  const { data } = JSON.parse(body) as { data: { requestId: string; params: { requestId: string } } }
  expect(status).toBe(500)
  expect(reported).toEqual([{ error: broken, path: things.path, requestId: reader.requestId }])
  expect([data.requestId, data.params.requestId]).toEqual([reader.requestId, reader.requestId])
})

test.each([
  { method: 'POST', path: addThing.path },
  { method: 'GET', path: addThing.path },
  { method: 'GET', path: '/api/unknown' },
  { method: 'HEAD', path: things.path },
])('$method $path is refused: rendering a page changes nothing', async ({ method, path }) => {
  const answer = async () => {
    calls.push(path)
    return { body: 'text', isSteady: false }
  }
  reads.add(things, answer)
  reads.add(addThing, answer)
  await expect(reads.read({ ...read, method, path }, reader)).rejects.toThrow(`A page may not ${method} ${path}`)
  expect(calls).toEqual([])
})
