import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { envelopeOf, failureEnvelope } from '@lectern/contract/envelope.ts'
import type { z } from 'zod'
import { jsonSchema } from './json-schema.ts'

type Json = Record<string, unknown>

const parametersOf = (schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const operationOf = ({ summary, path, params, query, body, answer }: Endpoint): Json => ({
  summary,
  tags: [path.split('/')[2] ?? path.slice(1)],
  parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
  ...(body && {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
  }),
  responses: {
    200: {
      description: 'Success',
      content: { 'application/json': { schema: jsonSchema(envelopeOf(answer), 'output') } },
    },
    default: {
      description: 'Failure',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  },
})

/** Builds the OpenAPI description of all endpoints from the contract. */
export const openApi = (endpoints: Endpoint[], { version, origin }: { version: string; origin: string }): Json => {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Lectern',
      version,
      description: 'The interface over HTTP. Every answer is an envelope; a failure names an error of the catalogue.',
    },
    servers: [{ url: origin }],
    paths,
    components: { schemas: { Failure: jsonSchema(failureEnvelope, 'output') } },
  }
}
