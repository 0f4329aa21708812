import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const directory = join(import.meta.dirname, 'pages')

/** Every Chinese text in a value. */
const textsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) =>
    key === 'zh-CN' && typeof inside === 'string' ? [inside] : textsIn(inside),
  )
}

it('pages of a new site state nothing about the contest that nobody has entered', async () => {
  const files = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')))
  const texts = files.flatMap((file) => textsIn(JSON.parse(file)))
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter((text) => /\d|免费|在职|全国|高校|一年一度|不超过|至多/.test(text))).toEqual([])
})
