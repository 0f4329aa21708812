import { listNews } from '@lectern/contract/articles/news.ts'
import type { PageRead } from '@lectern/contract/settings/site.ts'
import { parse as parseQuery } from 'node:querystring'
import { expect, test } from 'vitest'
import { withQuery } from './encoding.ts'
import { createPageClient } from './page-client.ts'
import { failureOf } from './request-error.ts'

const clientOf = (status: number, envelope: unknown) => {
  const reads: PageRead[] = []
  const client = createPageClient(async (read) => {
    reads.push(read)
    return { status, body: JSON.stringify(envelope) }
  })
  return { client, reads }
}

test('the data inside the envelope', async () => {
  const { client, reads } = clientOf(200, { code: 200, status: 0, data: { list: [] } })
  expect(await client(listNews, { query: { page: '2', search: undefined } })).toEqual({ list: [] })
  expect(reads).toEqual([{ method: 'GET', path: '/api/news', params: {}, query: { page: '2' } }])
})

test('the query as the server parses that of a request', async () => {
  const { client, reads } = clientOf(200, { code: 200, status: 0, data: null })
  const query = { number: 2, empty: '', null: null, one: ['a'], two: ['a', 'b'], none: [] }
  // Endpoints of the contract have few kinds of parameters; the encoding supports more.
  await client(listNews, { query: query as never })
  expect(reads[0]!.query).toEqual({ ...parseQuery(withQuery('', query).slice(1)) })
})

test('a failure is thrown with its status and data', async () => {
  const { client } = clientOf(404, { code: 404, status: 404, message: 'Gone', data: { error: 'article.notFound' } })
  const error: unknown = await client(listNews).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ResponseError', message: 'Gone', response: { status: 404 } })
  expect(failureOf(error)).toEqual({ error: 'article.notFound' })
})
