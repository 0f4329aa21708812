import { success } from '@lectern/contract/answer-codes.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Envelope } from '@lectern/contract/envelope.ts'
import type { PageInput, PageRead } from '@lectern/contract/settings/site.ts'
import type { AnyInput, Client } from './client.ts'
import { searchOf, type Query } from './encoding.ts'
import { RequestError } from './request-error.ts'

/** As the server parses the query of a request: a parameter that is given several times is a list. */
const parsedQuery = (query: Query): PageRead['query'] => {
  const search = searchOf(query)
  return Object.fromEntries(
    [...search.keys()].map((name) => {
      const values = search.getAll(name)
      return [name, values.length > 1 ? values : values[0]!]
    }),
  )
}

/** The client of pages that the server renders: it reads from the API without a request. */
export const createPageClient =
  (read: PageInput['read']): Client =>
  async (called, ...[input]) => {
    const { method, path } = called
    const { params = {}, query = {} } = (input ?? {}) as AnyInput
    const { status, body } = await read({ method, path, params, query: parsedQuery(query) })
    const envelope = JSON.parse(body) as Envelope<AnswerOf<typeof called>>
    if (envelope.code === success) return envelope.data
    const response = new Response(null, { status })
    throw new RequestError('ResponseError', envelope.message, { url: path, response, data: envelope })
  }
