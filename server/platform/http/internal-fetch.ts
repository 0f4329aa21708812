import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const header = 'x-internal'

/**
 * Internal requests: pages are rendered from the same API that browsers use, without a network. They carry a secret
 * that is new with every start, so that nobody outside can forge one.
 */
export const createInternalFetch = (app: FastifyInstance) => {
  const secret = randomUUID()
  const isInternal = (request: FastifyRequest): boolean => request.headers[header] === secret
  /** `address`: of the reader for whom it asks, whose network it counts against. */
  const internalFetch = async (
    url: string,
    { headers, method = 'GET' }: RequestInit,
    address?: string,
  ): Promise<Response> => {
    // Rendering a page must never change anything.
    if (method.toUpperCase() !== 'GET') throw new Error(`A page may not ${method} ${url} while it is rendered`)
    const answer = await app.inject({
      url,
      headers: { ...Object.fromEntries(new Headers(headers)), [header]: secret },
      ...(address !== undefined && { remoteAddress: address }),
    })
    const type = String(answer.headers['content-type'])
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': type } })
  }
  return { isInternal, internalFetch }
}
