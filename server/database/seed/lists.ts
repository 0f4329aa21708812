import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A list beside this file. */
export const readList = async <Item>(path: string): Promise<Item[]> =>
  JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8')) as Item[]
