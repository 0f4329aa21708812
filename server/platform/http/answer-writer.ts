import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { success } from '@lectern/contract/answer-codes.ts'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { envelopeOf } from '@lectern/contract/envelope.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { t } from '../messages.ts'
import { jsonSchema } from './json-schema.ts'
import { shapeOf } from './json-shape.ts'

const compile = SerializerSelector()({}, {})

type Serialize = ReturnType<typeof compile>

const serializers = new WeakMap<Endpoint, Serialize>()

/** Built on first use: many endpoints are rarely called, and each takes memory. */
const serializerOf = (endpoint: Endpoint): Serialize => {
  const cached = serializers.get(endpoint)
  if (cached) return cached
  const { method, path, answer } = endpoint
  const schema = shapeOf(jsonSchema(envelopeOf(answer), 'output'))
  const serializer = compile({ schema, method, url: path, httpStatus: '200' })
  serializers.set(endpoint, serializer)
  return serializer
}

/** Serializes the responses of an endpoint: the envelope, and only the data fields of the contract. */
export const answerWriter =
  (endpoint: Endpoint) =>
  (locale: Locale, data: unknown): string => {
    const message = t(locale, 'success')
    return serializerOf(endpoint)({ code: success, status: 0, message, msg: message, data })
  }
