import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What stands in a file beside this one. */
export const readJson = async <Content>(path: string): Promise<Content> =>
  JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8')) as Content

export const readList = <Item>(path: string): Promise<Item[]> => readJson<Item[]>(path)
