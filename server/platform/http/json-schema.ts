import { z } from 'zod'

/** A schema of the contract as JSON Schema, as it is sent (`input`) or answered (`output`). */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
