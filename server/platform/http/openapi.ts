import { catalogue, type ErrorName } from '@lectern/contract/errors.ts'
import { envelopeOf, failureEnvelope } from '@lectern/contract/envelope.ts'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import type { z } from 'zod'
import { visitor } from '../context.ts'
import type { Policy } from '../policy.ts'
import { inTurns } from '../turns.ts'
import { keyOf, type EndpointName } from './endpoint-names.ts'
import { describedSchema } from './json-schema.ts'
import { SharedSchemas } from './shared-schemas.ts'

type Json = Record<string, unknown>

/** What is exchanged besides JSON. */
export interface Exchanged {
  /** The content type of a body that is a file. */
  takes?: string
  /** Absent: an envelope. */
  gives?: 'file' | 'redirect' | 'events' | 'headers'
}

/** An endpoint as it is served. */
export interface ServedEndpoint extends Exchanged {
  endpoint: Endpoint
  policy: Policy
}

export interface About {
  version: string
  origin: string
  /** The name of the session cookie. */
  cookie: string
}

const parametersOf = (schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = describedSchema(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const jsonContent = (schema: unknown): Json => ({ 'application/json': { schema } })
const binary = { type: 'string', format: 'binary' }

/** What a caller must be prepared for, by the name that the answer has among the components. */
const failures = {
  Unauthenticated: 'session.required',
  Refused: 'access.refused',
  NotFound: 'resource.notFound',
  Invalid: 'request.invalid',
  TooMany: 'request.tooMany',
} as const satisfies Record<string, ErrorName>

type FailureKind = keyof typeof failures | 'Failure'

const referTo = (kind: FailureKind): Json => ({ $ref: `#/components/responses/${kind}` })

const isOpen = ({ policy }: ServedEndpoint): boolean => policy(visitor).permitted

/** Absent: a session, as for everything that says nothing else. */
const securityOf = (served: ServedEndpoint): Json => {
  const { scope } = served.policy
  if (isOpen(served)) return { security: [] }
  return scope === undefined ? {} : { security: [{ session: [] }, { token: [scope] }] }
}

const failuresOf = (served: ServedEndpoint): Json => {
  const { params, query, body } = served.endpoint
  const kinds: (keyof typeof failures)[] = [
    ...(isOpen(served) ? [] : (['Unauthenticated', 'Refused'] as const)),
    ...(params ? (['NotFound'] as const) : []),
    ...(params || query || body ? (['Invalid'] as const) : []),
    'TooMany',
  ]
  const answers = kinds.map((kind) => [catalogue[failures[kind]].status, referTo(kind)] as const)
  return { ...Object.fromEntries(answers), default: referTo('Failure') }
}

const successOf = ({ gives, endpoint }: ServedEndpoint): Json => {
  switch (gives) {
    case 'file':
      return { 200: { description: 'The file', content: { '*/*': { schema: binary } } } }
    case 'redirect':
      return {
        302: { description: 'The address of the content', headers: { location: { schema: { type: 'string' } } } },
      }
    case 'events':
      return { 200: { description: 'Events as they occur', content: { 'text/event-stream': { schema: binary } } } }
    case 'headers':
      return { '2XX': { description: 'Success; all values are in headers' } }
    default:
      return {
        200: { description: 'Success', content: jsonContent(describedSchema(envelopeOf(endpoint.answer), 'output')) },
      }
  }
}

const bodyOf = ({ takes, endpoint: { body } }: ServedEndpoint): Json => {
  if (takes !== undefined) return { requestBody: { required: true, content: { [takes]: { schema: binary } } } }
  return body ? { requestBody: { required: true, content: jsonContent(describedSchema(body, 'input')) } } : {}
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Requests with the same key run once',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
}

const operationOf = (served: ServedEndpoint, { name, feature }: Partial<EndpointName>): Json => {
  const { summary, params, query, idempotent } = served.endpoint
  return {
    ...(name !== undefined && { operationId: name }),
    summary,
    ...(feature !== undefined && { tags: [feature] }),
    ...securityOf(served),
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...bodyOf(served),
    responses: { ...successOf(served), ...failuresOf(served) },
  }
}

const jsonIn = (holder: unknown): Json | undefined =>
  (holder as { content?: Record<string, Json> } | undefined)?.content?.['application/json']

/** Each takes about a millisecond. */
export const operationsPerTurn = 5

const failureContent = jsonContent({ $ref: '#/components/schemas/Failure' })

const failureResponses = (): Json => ({
  ...Object.fromEntries(
    Object.entries(failures).map(([kind, error]) => [
      kind,
      { description: `Failure \`${error}\``, content: failureContent },
    ]),
  ),
  Failure: { description: 'Any other failure', content: failureContent },
})

const describeTags = (paths: Record<string, Json>): Json[] => {
  const counts = new Map<string, number>()
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods) as { tags?: string[] }[]))
    for (const tag of operation.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => ({ name, description: `${count} operations of the feature \`${name}\`` }))
}

/** Builds the OpenAPI description of all endpoints from the contract, without holding up other requests. */
export const openApi = async (
  endpoints: readonly ServedEndpoint[],
  names: ReadonlyMap<string, EndpointName>,
  { version, origin, cookie }: About,
): Promise<Json> => {
  const paths: Record<string, Json> = {}
  const shared = new SharedSchemas()
  for await (const served of inTurns(endpoints, operationsPerTurn)) {
    const { endpoint } = served
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = operationOf(served, names.get(keyOf(endpoint)) ?? {})
    shared.add(operation['operationId'], 'Body', jsonIn(operation['requestBody']))
    shared.add(operation['operationId'], 'Answer', jsonIn((operation['responses'] as Json)[200]))
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Lectern',
      version,
      description: 'The interface over HTTP. Every answer is an envelope; a failure names an error of the catalogue.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: describeTags(paths),
    security: [{ session: [] }],
    paths,
    components: {
      schemas: { Failure: describedSchema(failureEnvelope, 'output'), ...shared.take() },
      responses: failureResponses(),
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description: 'The session of somebody who is signed in',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token that organisers have made for a program, by scope',
        },
      },
    },
  }
}
