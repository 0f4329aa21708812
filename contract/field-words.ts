import { z } from 'zod'

/** Messages for what is wrong with a field, where the general ones do not say enough. */
interface FieldWords {
  /** Nothing was given. */
  required?: string
  /** What was given does not look right. */
  invalid?: string
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

type Node = z.core.$ZodType

/** The schemas that a value passes on its way in, from the outside. */
const layersOf = (schema: Node): Node[] => {
  const { def } = schema._zod as { def: { innerType?: Node; in?: Node } }
  const inner = def.innerType ?? def.in
  return inner ? [schema, ...layersOf(inner)] : [schema]
}

/** The schema of one entry of an object or a list. */
const entryOf = (schema: Node, key: PropertyKey): Node | undefined => {
  for (const layer of layersOf(schema)) {
    if (layer instanceof z.ZodObject) return Object.hasOwn(layer.shape, key) ? layer.shape[key as string] : undefined
    if (layer instanceof z.ZodArray) return layer.element
  }
  return undefined
}

/** The messages of the field that a path leads to. */
export const wordsAt = (schema: Node, path: readonly PropertyKey[]): FieldWords | undefined => {
  let field: Node | undefined = schema
  for (const key of path) {
    if (!field) return undefined
    field = entryOf(field, key)
  }
  return field && layersOf(field).flatMap((layer) => fieldWords.get(layer) ?? [])[0]
}
