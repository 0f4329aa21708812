import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { catalogue } from '@lectern/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { writeAnswer, type AnswerCache, type KeptAnswer } from './answer-cache.ts'
import { openApi } from './openapi.ts'
import { fail } from '../failure.ts'
import { everyone } from '../policy.ts'
import { networkOf } from '../throttle.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: { type?: string; enum?: string[]; default?: unknown }
}

interface Operation {
  summary: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content: Record<string, { schema: unknown }> }>
}

const schemaBlock = (title: string, schema: unknown): string =>
  `<details><summary>${title}</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`

const parameterRow = ({ name, in: place, required, schema }: Parameter): string =>
  `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${escape(schema.enum?.join(' · ') ?? schema.type ?? '')}${
    schema.default === undefined ? '' : ` (default ${escape(String(schema.default))})`
  }</td></tr>`

const section = (path: string, method: string, operation: Operation): string => `
  <section id="${escape(`${method}-${path}`)}">
    <h2><code>${method.toUpperCase()}</code> ${escape(path)}</h2>
    <p>${escape(operation.summary)}</p>
    ${operation.parameters.length > 0 ? `<table><thead><tr><th>Parameter</th><th>Where</th><th>Values</th></tr></thead><tbody>${operation.parameters.map(parameterRow).join('')}</tbody></table>` : ''}
    ${operation.requestBody ? schemaBlock('Body', operation.requestBody.content['application/json']!.schema) : ''}
    ${schemaBlock('Answer', operation.responses['200']!.content['application/json']!.schema)}
  </section>`

const errorRows = Object.entries(catalogue)
  .map(([name, { code, status }]) => `<tr><td><code>${name}</code></td><td>${code}</td><td>${status}</td></tr>`)
  .join('')

const page = (paths: Record<string, Record<string, Operation>>): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern · interface over HTTP</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><main><h1>Interface over HTTP</h1>
<p>Every answer is an envelope: <code>code</code>, <code>status</code>, <code>message</code>, <code>msg</code>, <code>data</code>.
Texts follow <code>Accept-Language</code>. The same as a machine reads it: <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${Object.entries(paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => section(path, method, operation)))
  .join('')}
<section><h2>Errors</h2><table><thead><tr><th>Name</th><th>Code</th><th>HTTP</th></tr></thead><tbody>${errorRows}</tbody></table></section>
</main></body></html>`

const style = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{margin:0}main{max-width:56rem;margin:auto;padding:2rem 1rem}
section{border-top:1px solid #8884;padding:.5rem 0 1rem}h2{font-size:1.1rem;overflow-wrap:anywhere}h2 code{background:#1668dc;color:#fff;border-radius:4px;padding:.15rem .5rem;font-size:.85rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8883;vertical-align:top}pre{overflow:auto;background:#8881;padding:1rem;border-radius:6px}`

/** To one network. */
const mostAtOnce = 8

interface ApiDocs {
  app: FastifyInstance
  cache: AnswerCache
  endpoints: Endpoint[]
  about: { version: string; origin: string }
}

/** The OpenAPI description of everything that is served, for programs and for people. */
export const apiDocs = ({ app, cache, endpoints, about }: ApiDocs): void => {
  /** Answers under way, by network. */
  const sending = new Map<string, number>()
  const describe = () => openApi(endpoints, about) as { paths: Record<string, Record<string, Operation>> }
  const serve = (path: string, type: string, write: () => string): void => {
    // Endpoints are registered until the server is ready: built and compressed on the first request, then cached for
    // good.
    let kept: KeptAnswer | undefined
    app.get(path, { config: { policy: everyone, limited: true } }, (request, reply) => {
      const headers = { 'content-type': `${type}; charset=utf-8` }
      kept ??= cache.prepare({ status: 200, headers, body: write() }, Infinity)
      // Its own limit: an answer of megabytes costs as much as hundreds of others.
      const network = networkOf(request.ip)
      const current = sending.get(network) ?? 0
      if (current >= mostAtOnce) throw fail('request.tooMany', { seconds: 1 })
      sending.set(network, current + 1)
      reply.raw.once('close', () => {
        const left = sending.get(network)! - 1
        if (left === 0) sending.delete(network)
        else sending.set(network, left)
      })
      reply.hijack()
      writeAnswer(kept, request.raw, reply.raw)
    })
  }
  serve('/api/docs/openapi.json', 'application/json', () => JSON.stringify(describe()))
  serve('/api/docs/style.css', 'text/css', () => style)
  serve('/api/docs', 'text/html', () => page(describe().paths))
}
