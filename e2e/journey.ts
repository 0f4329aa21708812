import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { siteUrl, type SiteName } from './sites.ts'

interface Options {
  /** The site that relative addresses refer to. */
  site: SiteName
  /** Browser errors that a test causes on purpose. */
  expected: RegExp
}

interface Watch {
  /** Browser errors so far; must be empty at the end of every test. */
  complaints: string[]
}

/** Console errors (CSP violations and hydration errors included), uncaught errors, requests to other hosts. */
export const watchContext = (context: BrowserContext, origin: string, expected: RegExp, complaints: string[]): void => {
  const complain = (line: string): void => {
    if (!expected.test(line)) complaints.push(line)
  }
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complain(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complain(`uncaught: ${error.error().message}`))
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) complain(`asked another host: ${url}`)
  })
}

export const test = base.extend<Options & Watch>({
  site: ['top', { option: true }],
  expected: [/^$/, { option: true }],
  baseURL: async ({ site }, provide) => provide(siteUrl(site)),
  complaints: [
    async ({ context, baseURL, expected }, provide) => {
      const complaints: string[] = []
      watchContext(context, baseURL ?? '', expected, complaints)
      await provide(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * The way of one role through one stage, which `npm test` runs. All other journeys (rare ways, failures, repetitions for
 * another language, style or width) run in `npm run prove` only.
 */
export const mainPath = { tag: '@main' }

/** Opens a page and waits until it is hydrated. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await ready(page)
}

export const ready = (page: Page): Promise<void> => expect(page.locator('html')).toHaveAttribute('data-ready', 'true')

/** The page does not scroll horizontally. */
export const expectFits = (page: Page, width: number): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

/** The address changes before the page does. The share buttons show that the article has been rendered. */
export const expectArticle = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/\/News\/[\w-]{36}$/)
  await expect(page.getByRole('region', { name: 'Share' })).toBeVisible()
}

export { expect }
