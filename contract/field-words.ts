import { z } from 'zod'

/** Messages of a field, where the generic validation messages are not specific enough. */
interface FieldWords {
  /** The field is missing or empty. */
  required?: string
  /** The value has the wrong format. */
  invalid?: string
  /** The value is too short or too long; has the parameters `min` and `max`. */
  length?: string
}

/**
 * Fields with their own messages. They are attached to a schema, not to a name: a field of the same name in another
 * form keeps the generic messages.
 */
export const fieldWords = z.registry<FieldWords>()

/** A copy of the schema with these messages. */
export const withWords = <Schema extends z.ZodType>(schema: Schema, words: FieldWords): Schema => {
  const copy = schema.clone()
  fieldWords.add(copy, words)
  return copy
}

type Node = z.ZodType

/** The nested schemas of a value, unwrapped from the outside in. */
const layersOf = (schema: Node): Node[] => {
  const { innerType, in: input, out } = schema.def as { innerType?: Node; in?: Node; out?: Node }
  return [schema, ...[innerType, input, out].flatMap((inner) => (inner ? layersOf(inner) : []))]
}

/** The schema of one property of an object, or of the entries of a list. */
const entryOf = (schema: Node, key: PropertyKey): Node | undefined => {
  for (const layer of layersOf(schema)) {
    if (layer instanceof z.ZodObject)
      return Object.hasOwn(layer.shape, key) ? (layer.shape as Record<PropertyKey, Node>)[key] : undefined
    if (layer instanceof z.ZodArray) return layer.element as Node
  }
  return undefined
}

const layersAt = (schema: Node, path: readonly PropertyKey[]): Node[] => {
  let field: Node | undefined = schema
  for (const key of path) {
    if (!field) return []
    field = entryOf(field, key)
  }
  return field ? layersOf(field) : []
}

/** The messages of the field at a path. */
export const wordsAt = (schema: Node, path: readonly PropertyKey[]): FieldWords | undefined =>
  layersAt(schema, path).flatMap((layer) => fieldWords.get(layer) ?? [])[0]

/** Min and max of the field at a path, if it has both: of the number, or of the number of characters. */
export const limitsAt = (schema: Node, path: readonly PropertyKey[]): { min: number; max: number } | undefined => {
  for (const layer of layersAt(schema, path)) {
    const [min, max] =
      layer instanceof z.ZodNumber
        ? [layer.minValue, layer.maxValue]
        : layer instanceof z.ZodString
          ? [layer.minLength, layer.maxLength]
          : []
    if (Number.isSafeInteger(min) && Number.isSafeInteger(max) && min! > Number.MIN_SAFE_INTEGER + 1)
      return { min: min!, max: max! }
  }
  return undefined
}
