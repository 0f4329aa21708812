import { z } from 'zod'
import { success } from './answer-codes.ts'

/** The shape of every JSON response, successful or not. */
export interface Envelope<Data> {
  code: number
  status: number
  message: string
  msg: string
  data: Data
}

/** A problem with one field of the request. `path` is dotted (`members.0.role`); empty: the whole body. */
const fieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof fieldProblem>

/** The data of an error response. */
const failure = z.object({
  error: z.string(),
  showType: z.int(),
  requestId: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
  fields: z.array(fieldProblem).exactOptional(),
})
export type Failure = z.infer<typeof failure>

const shape = { message: z.string(), msg: z.string() }

export const envelopeOf = (data: z.ZodType) =>
  z.object({ code: z.literal(success), status: z.literal(0), ...shape, data })

export const failureEnvelope = z.object({ code: z.int(), status: z.int(), ...shape, data: failure.nullable() })
