import { locales, type Locale } from '@lectern/contract/locales.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installDocuments } from '../database/documents.ts'
import { addArticle } from '../testing/articles.ts'
import { createActivity, createEdition } from '../testing/contest.ts'
import { addMaterial } from '../testing/materials.ts'
import { fixedNow } from '../testing/fixed-now.ts'
import { maxScriptBytes, maxSignInScriptBytes } from '../testing/page-weight.ts'
import { after, startSite, type TestSite } from '../testing/site.ts'

let site: TestSite
let paths: string[]

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first]) => first!)

beforeAll(async () => {
  site = await startSite()
  await addArticle(site.db, { publishedAt: after(-1000) })
  await addMaterial(site.db)
  await installDocuments(site.db, fixedNow)
  await createActivity(site, await createEdition(site))
  const sitemap = await site.get('/sitemap.xml')
  paths = found(sitemap.text, /<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)
})
afterAll(() => site.close())

const sizes = new Map<string, number>()

/** Gzipped bytes of a file. */
const sizeOf = async (path: string): Promise<number> => {
  const known = sizes.get(path)
  if (known !== undefined) return known
  const { status, headers } = await site.get(path, { 'accept-encoding': 'gzip' })
  expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip'])
  const size = Number(headers.get('content-length'))
  expect(size).toBeGreaterThan(0)
  sizes.set(path, size)
  return size
}

/** Bytes of all scripts that the document of a page names: what loads before the page can be used. */
const scriptBytes = async (path: string, locale: Locale): Promise<number> => {
  const { text, status } = await site.get(path, { 'accept-language': locale })
  const scripts = new Set([
    ...found(text, /<script[^>]* src="([^"]+)"/g),
    ...found(text, /<link rel="modulepreload"[^>]* href="([^"]+)"/g),
  ])
  expect([path, status]).toEqual([path, 200])
  expect(scripts.size).toBeGreaterThan(3)
  const loaded = await Promise.all([...scripts].map(sizeOf))
  return loaded.reduce((sum, size) => sum + size, 0)
}

test.each(locales)('every public page stays within the limit of JavaScript in %s', async (locale) => {
  expect(paths.length).toBeGreaterThan(20)
  const weights: [path: string, bytes: number][] = []
  for (const path of paths) weights.push([path, await scriptBytes(path, locale)])
  expect(weights.filter(([, bytes]) => bytes > maxScriptBytes)).toEqual([])
})

test.each(locales)(
  'the sign-in page loads what providers and passkeys need only when it is asked for, in %s',
  async (locale) => {
    const bytes = await scriptBytes('/account/Login', locale)
    expect(Math.max(bytes, maxSignInScriptBytes)).toBe(maxSignInScriptBytes)
  },
)
