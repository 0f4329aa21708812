import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../failure.ts'
import { everyone } from '../policy.ts'
import { networkOf } from '../throttle.ts'
import { writeAnswer, type AnswerCache, type KeptAnswer } from './answer-cache.ts'
import { docsPath, errorsPage, featurePage, indexPage, style, type Description } from './api-docs-pages.ts'
import { readEndpointNames } from './endpoint-names.ts'
import { openApi, type About, type ServedEndpoint } from './openapi.ts'

/** To one network. */
const mostAtOnce = 8

interface ApiDocs {
  app: FastifyInstance
  cache: AnswerCache
  endpoints: readonly ServedEndpoint[]
  about: About
}

/** The OpenAPI description of everything that is served, for programs, and a page for each feature, for people. */
export const apiDocs = ({ app, cache, endpoints, about }: ApiDocs): void => {
  // Endpoints are registered until the server is ready: written on the first request.
  let description: Promise<Description> | undefined
  const describe = (): Promise<Description> => {
    description ??= readEndpointNames().then(
      async (names) => (await openApi(endpoints, names, about)) as unknown as Description,
    )
    return description
  }

  /** Answers under way, by network. */
  const sending = new Map<string, number>()
  /** Its own limit: an answer of megabytes costs as much as hundreds of others. */
  const countOne = (request: FastifyRequest, reply: FastifyReply): void => {
    const network = networkOf(request.ip)
    const current = sending.get(network) ?? 0
    if (current >= mostAtOnce) throw fail('request.tooMany', { seconds: 1 })
    sending.set(network, current + 1)
    reply.raw.once('close', () => {
      const left = sending.get(network)! - 1
      if (left === 0) sending.delete(network)
      else sending.set(network, left)
    })
  }

  /** Compressed on the first request, then kept for good: there are few of them. */
  const answers = new Map<string, Promise<KeptAnswer>>()
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { name, type, write }: { name: string; type: string; write: () => string | Promise<string> },
  ): Promise<void> => {
    countOne(request, reply)
    const prepare = async (): Promise<KeptAnswer> => {
      const headers = { 'content-type': `${type}; charset=utf-8` }
      return cache.prepare({ status: 200, headers, body: await write() }, Infinity)
    }
    const answer = answers.get(name) ?? prepare()
    answers.set(name, answer)
    const bytes = await answer
    reply.hijack()
    writeAnswer(bytes, request.raw, reply.raw)
  }

  const serve = (path: string, type: string, write: () => string | Promise<string>): void => {
    app.get(path, { config: { policy: everyone, limited: true } }, (request, reply) =>
      send(request, reply, { name: path, type, write }),
    )
  }
  serve(`${docsPath}/openapi.json`, 'application/json', async () => JSON.stringify(await describe()))
  serve(`${docsPath}/style.css`, 'text/css', () => style)
  serve(`${docsPath}/errors`, 'text/html', errorsPage)
  serve(docsPath, 'text/html', async () => indexPage(await describe()))
  app.get<{ Params: { feature: string } }>(
    `${docsPath}/:feature`,
    { config: { policy: everyone, limited: true } },
    async (request, reply) => {
      const { feature } = request.params
      const whole = await describe()
      if (!whole.tags.some(({ name }) => name === feature)) throw fail('resource.notFound')
      return send(request, reply, { name: feature, type: 'text/html', write: () => featurePage(whole, feature) })
    },
  )
}
