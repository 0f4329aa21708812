import { z } from 'zod'

/** Messages for what is wrong with a field, where the general ones do not say enough. */
interface FieldWords {
  /** Nothing was given. */
  required?: string
  /** What was given does not look right. */
  invalid?: string
  /** What was given is too short or too long; told with `min` and `max`. */
  length?: string
}

/**
 * Which fields have messages of their own. They belong to one schema, and with it to the forms that use it: a field of another form
 * that happens to have the same name is told in general words.
 */
export const fieldWords = z.registry<FieldWords>()

/** A copy of the schema that is told in these words. */
export const withWords = <Schema extends z.ZodType>(schema: Schema, words: FieldWords): Schema => {
  const copy = schema.clone()
  fieldWords.add(copy, words)
  return copy
}

type Node = z.ZodType

/** The schemas that a value passes on its way in, from the outside. */
const layersOf = (schema: Node): Node[] => {
  const { innerType, in: input, out } = schema.def as { innerType?: Node; in?: Node; out?: Node }
  return [schema, ...[innerType, input, out].flatMap((inner) => (inner ? layersOf(inner) : []))]
}

/** The schema of one entry of an object or a list. */
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

/** The messages of the field that a path leads to. */
export const wordsAt = (schema: Node, path: readonly PropertyKey[]): FieldWords | undefined =>
  layersAt(schema, path).flatMap((layer) => fieldWords.get(layer) ?? [])[0]

/** What the field that a path leads to may be at least and at most, where it has both limits: its size, or how many characters it has. */
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
