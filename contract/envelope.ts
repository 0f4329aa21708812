import { z } from 'zod'
import { success } from './answer-codes.ts'

/** Every JSON answer, good or bad, has this shape. */
export interface Envelope<Data> {
  code: number
  status: number
  message: string
  msg: string
  data: Data
}

/** One problem with one field of what was sent; `path` is dotted (`members.0.role`), empty for the whole. */
const fieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof fieldProblem>

/** The data of a failed answer. */
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
