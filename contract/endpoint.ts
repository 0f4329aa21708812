import type { z } from 'zod'

type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Description of one HTTP endpoint. Validation, response filtering, OpenAPI, the browser client and tests all use it.
 */
export interface Endpoint {
  method: Method
  /** Parameters are written as `:name`. */
  path: `/${string}`
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  answer: z.ZodType
  /** Accepts an `Idempotency-Key`: repeated requests with the same key run once. */
  idempotent?: true
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type QueryOf<E extends Endpoint> = Output<E['query']>
export type BodyOf<E extends Endpoint> = Output<E['body']>
export type QueryInputOf<E extends Endpoint> = Input<E['query']>
export type BodyInputOf<E extends Endpoint> = Input<E['body']>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
