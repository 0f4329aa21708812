type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rules on values, which say nothing about their shape. */
const valueRules = new Set([
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'propertyNames',
])

const isNull = (schema: unknown): boolean => isSchema(schema) && schema['type'] === 'null'

/** `anyOf` a schema and null: that schema, nullable. */
const withoutNullChoice = ({ anyOf, ...rest }: Schema): Schema | undefined => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !anyOf.some(isNull)) return undefined
  const other: unknown = anyOf.find((schema) => !isNull(schema))
  return isSchema(other) ? { ...rest, ...other, nullable: true } : undefined
}

/** `allOf` of several patterns, once these are removed. */
const isEmptyList = ([name, part]: [string, unknown]): boolean =>
  name === 'allOf' && Array.isArray(part) && part.every((schema: object) => Object.keys(schema).length === 0)

const shapeOfPart = (name: string, part: unknown): unknown => {
  if (Array.isArray(part)) return part.map((each: unknown) => (isSchema(each) ? shapeOf(each) : each))
  if (!isSchema(part)) return part
  if (name !== 'properties') return shapeOf(part)
  return Object.fromEntries(Object.entries(part).map(([field, schema]) => [field, shapeOfPart('', schema)]))
}

/**
 * A JSON Schema for serializing: without rules on values, and with nullable values instead of choices. The serializer
 * would validate each value against each choice, for every row of a list.
 */
export const shapeOf = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(withoutNullChoice(schema) ?? schema)
      .filter(([name]) => !valueRules.has(name))
      .map(([name, part]): [string, unknown] => [name, shapeOfPart(name, part)])
      .filter((entry) => !isEmptyList(entry)),
  )
