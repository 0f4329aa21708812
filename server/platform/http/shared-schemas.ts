type Json = Record<string, unknown>

const largePart = 1_000

/** Data of answers and bodies that several operations have becomes a component, named after the first of them. */
export class SharedSchemas {
  readonly #users = new Map<string, { name: string; places: Json[] }>()

  add(operationId: unknown, part: 'Answer' | 'Body', place: Json | undefined): void {
    const schema = place?.['schema'] as Json | undefined
    if (typeof operationId !== 'string' || !place || !schema) return
    const holder = part === 'Answer' ? (schema['properties'] as Json | undefined) : place
    const key = part === 'Answer' ? 'data' : 'schema'
    const text = JSON.stringify(holder?.[key])
    if (!holder || text === undefined || text.length < largePart) return
    const name = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}${part}`
    const users = this.#users.get(text) ?? { name, places: [] }
    users.places.push(holder)
    this.#users.set(text, users)
  }

  /** Replaces what occurs several times by references, and returns it by name. */
  take(): Json {
    const shared = [...this.#users].filter(([, { places }]) => places.length > 1)
    for (const [, { name, places }] of shared)
      for (const place of places) place['data' in place ? 'data' : 'schema'] = { $ref: `#/components/schemas/${name}` }
    return Object.fromEntries(shared.map(([text, { name }]) => [name, JSON.parse(text) as Json]))
  }
}
