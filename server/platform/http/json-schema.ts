import { z } from 'zod'

type Json = Record<string, unknown>

/** A schema of the contract as JSON Schema, as it is sent (`input`) or answered (`output`). */
export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** A record with an entry for each name of a list is an object with these properties: generators know only those. */
const listProperties = (schema: z.core.JSONSchema.BaseSchema): void => {
  const { propertyNames, additionalProperties, required } = schema
  if (!required || typeof propertyNames !== 'object' || typeof additionalProperties !== 'object') return
  const names = propertyNames.enum ?? []
  schema.properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

/** The same for readers and generators: shorter, and nothing that only a validator needs. */
export const describedSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: described }) => {
      // The format says the same in one word.
      if (described.format !== undefined) delete described.pattern
      listProperties(described)
    },
  })
  return rest
}
