import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A way to violate each rule, and which others this violates. */
export type InvariantBreaks = Readonly<Record<string, { by: string[]; alsoBreaks?: string[] }>>

const folder = join(import.meta.dirname, '..', 'features')

/** What the features list beside their tests, in `testing/invariant-breaks.ts`. */
export const readInvariantBreaks = async (): Promise<InvariantBreaks> => {
  const lists: InvariantBreaks[] = []
  for await (const file of glob('*/testing/invariant-breaks.ts', { cwd: folder })) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as { invariantBreaks: InvariantBreaks }
    lists.push(module.invariantBreaks)
  }
  return Object.assign({}, ...lists) as InvariantBreaks
}
