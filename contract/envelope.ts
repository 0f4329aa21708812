import { z } from 'zod'

/** Every JSON answer, good or bad, has this shape. */
export interface Envelope<Data> {
  code: number
  status: number
  message: string
  msg: string
  data: Data
}

/** One problem with one field of what was sent; `path` is dotted (`members.0.role`), empty for the whole. */
export interface FieldProblem {
  path: string
  message: string
}

/** The data of a failed answer. */
export interface Failure {
  error: string
  showType: number
  requestId: string
  params?: Record<string, string | number>
  fields?: FieldProblem[]
}

export const success = 200

export const envelopeOf = (data: z.ZodType) =>
  z.object({ code: z.literal(success), status: z.literal(0), message: z.string(), msg: z.string(), data })

export const failureEnvelope = z.object({
  code: z.int(),
  status: z.int(),
  message: z.string(),
  msg: z.string(),
  data: z
    .object({
      error: z.string(),
      showType: z.int(),
      requestId: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    })
    .nullable(),
})
