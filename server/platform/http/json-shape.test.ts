import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonSchema } from './json-schema.ts'
import { shapeOf } from './json-shape.ts'

const compile = SerializerSelector()({}, {})

const serialize = (schema: z.ZodType, value: unknown): unknown => {
  const shape = shapeOf(jsonSchema(schema, 'output'))
  return JSON.parse(compile({ schema: shape, method: 'GET', url: '/', httpStatus: '200' })(value))
}

const moment = '2026-09-01T04:00:00.000Z'

test('a nullable value of any type is written, and null is', () => {
  const schema = z.strictObject({
    moment: z.iso.datetime().nullable(),
    choice: z.enum(['one', 'other']).nullable(),
    count: z.int().min(1).nullable(),
    share: z.number().nullable(),
    list: z.array(z.string().min(1)).nullable(),
    person: z.strictObject({ name: z.string().regex(/a/).regex(/b/), since: z.iso.datetime().nullable() }).nullable(),
  })
  const whole = {
    moment,
    choice: 'one',
    count: 3,
    share: 0.5,
    list: ['a'],
    person: { name: 'ab', since: null },
  }
  const empty = { moment: null, choice: null, count: null, share: null, list: null, person: null }
  expect(serialize(z.array(schema), [whole, empty])).toEqual([whole, empty])
  expect(JSON.stringify(shapeOf(jsonSchema(schema, 'output')))).not.toMatch(/anyOf|allOf|pattern|format/)
})

test('fields with the names of rules stay, and only fields of the contract are written', () => {
  const schema = z.strictObject({ format: z.string(), pattern: z.string().nullable(), minimum: z.int() })
  const value = { format: 'pdf', pattern: null, minimum: 2 }
  expect(serialize(schema, { ...value, secret: 'x' })).toEqual(value)
})

test('a choice between objects is kept', () => {
  const schema = z.discriminatedUnion('from', [
    z.strictObject({ from: z.literal('list'), list: z.uuid() }),
    z.strictObject({ from: z.literal('sheet'), rows: z.int().nullable() }),
  ])
  expect(serialize(schema, { from: 'sheet', rows: null })).toEqual({ from: 'sheet', rows: null })
  const list = '01c300de-0200-4fb6-ab4a-651a7f81b95d'
  expect(serialize(schema, { from: 'list', list })).toEqual({ from: 'list', list })
})

test('both parts of an intersection are written', () => {
  const schema = z.intersection(z.object({ one: z.string().min(1) }), z.object({ other: z.int() }))
  expect(serialize(schema, { one: 'a', other: 1 })).toEqual({ one: 'a', other: 1 })
})

test('a record is written with all its keys', () => {
  const schema = z.record(z.string().min(1), z.strictObject({ at: z.iso.datetime().nullable() }))
  expect(serialize(schema, { a: { at: null }, b: { at: moment } })).toEqual({ a: { at: null }, b: { at: moment } })
})
