import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorsPage } from './errors-page.ts'
import { catalogue } from './errors.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'messages/en-US')
const files = (await readdir(folder)).filter((name) => /^errors(-.+)?\.json$/.test(name))
const contents = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
const texts = Object.assign({}, ...contents.map((text) => JSON.parse(text) as object)) as Record<string, string>

test('docs/errors.md matches the catalogue (if not: npm run errors-page)', async () => {
  await expect(errorsPage(texts)).toMatchFileSnapshot(join(root, 'docs/errors.md'))
})

test('the page has a line with a message for each error', () => {
  const lines = errorsPage(texts)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(lines.map((line) => line.split('`')[1])).toEqual(Object.keys(catalogue))
  for (const line of lines) expect(line).toMatch(/\| [^|]+ \|$/)
})
