import { locales } from '@lectern/contract/locales.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDocuments } from '../../database/documents.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { document } from './tables.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite()
  await installDocuments(site.db, fixedNow)
})
afterAll(() => site.close())

const page = async (path: string, language = 'en-US') => {
  const { status, text } = await site.get(path, { 'accept-language': language })
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map((found) => found[1]!)
  return {
    status,
    text,
    heading: all(/<h1[^>]*>([^<]*)<\/h1>/g),
    canonical: all(/<link rel="canonical" href="([^"]*)"/g),
    robots: all(/<meta name="robots" content="([^"]*)"/g),
    versions: all(/href="(\/(?:Privacy|Terms)[^"]*)"[^>]*>Version/g),
  }
}

describe('the pages of the documents', () => {
  it.each([
    ['/Privacy', 'Privacy Policy', 'Personal Information Protection Law'],
    ['/Terms', 'Terms of Use', 'contest'],
  ])('are readable without scripts at %s, in every language', async (path, title, words) => {
    const { status, heading, canonical, robots, versions, text } = await page(path)
    expect({ status, heading, canonical, robots, versions }).toEqual({
      status: 200,
      heading: [title],
      canonical: [`http://localhost:8000${path}?lang=en-US`],
      robots: [],
      versions: [],
    })
    expect(text).toContain(words)
    const headings = await Promise.all(locales.map(async (locale) => (await page(path, locale)).heading))
    expect(new Set(headings.flat()).size).toBe(locales.length)
  })

  it('show the version in force, with the way to the former ones', async () => {
    const texts = (words: string) => Object.fromEntries(locales.map((locale) => [locale, words]))
    await site.db.insert(document).values({
      id: newId<typeof document.$inferSelect.id>(after(1_000)),
      name: 'terms',
      version: 2,
      title: texts('The new terms'),
      body: texts('All is new.'),
      publishedAt: after(1_000),
    })
    const current = await eventually(async () => {
      const shown = await page('/Terms')
      expect(shown.heading).toEqual(['The new terms'])
      return shown
    })
    expect(current.versions).toEqual(['/Terms', '/Terms?version=1'])
    expect(current.text.includes('no longer in force')).toBe(false)

    const former = await page('/Terms?version=1')
    expect([former.heading, former.canonical, former.robots]).toEqual([['Terms of Use'], [], ['noindex']])
    expect(former.text).toContain('no longer in force')
    await site.db.delete(document).where(eq(document.version, 2))
    await eventually(async () => expect((await page('/Terms')).heading).toEqual(['Terms of Use']))
  })

  it('take no notice of a version that makes no sense, and know of none that is not', async () => {
    expect((await page('/Privacy?version=x')).heading).toEqual(['Privacy Policy'])
    expect((await page('/Privacy?version=9')).status).toBe(404)
  })
})
