import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { success } from '@lectern/contract/answer-codes.ts'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { envelopeOf } from '@lectern/contract/envelope.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { t } from '../messages.ts'
import { jsonSchema } from './json-schema.ts'

const compile = SerializerSelector()({}, {})

/**
 * Serializes the responses of an endpoint: the envelope, and only the data fields of the contract. The serializer is
 * built on first use: many endpoints are rarely called, and each takes memory.
 */
export const answerWriter = ({ method, path, answer }: Endpoint): ((locale: Locale, data: unknown) => string) => {
  let write: ReturnType<typeof compile> | undefined
  return (locale, data) => {
    write ??= compile({ schema: jsonSchema(envelopeOf(answer), 'output'), method, url: path, httpStatus: '200' })
    const message = t(locale, 'success')
    return write({ code: success, status: 0, message, msg: message, data })
  }
}
