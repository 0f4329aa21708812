import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')

/** What the first piece of code in this language exports in a document: readers copy it, so tests run it. */
export const readRecipe = async (path: string, language: string): Promise<unknown> => {
  const text = await readFile(join(root, path), 'utf8')
  const code = text.split(`\`\`\`${language}\n`)[1]?.split('```')[0]
  if (!code) throw new Error(`${path} has no code in ${language}`)
  const file = join(await mkdtemp(join(tmpdir(), 'lectern-recipe-')), 'recipe.mjs')
  await writeFile(file, code)
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}
