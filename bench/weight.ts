import { get } from 'node:http'
import type { Browser } from '@playwright/test'
import { maxScriptBytes } from '../server/testing/page-weight.ts'
import { openBrowser, takePhone } from './browser.ts'
import { startApp, withFolder } from './processes.ts'
import { publicPaths } from './public-pages.ts'
import type { Result } from './results.ts'

const kilobyte = 1024

/** Gzipped bytes of a file. */
const zippedSize = (url: string): Promise<number> =>
  new Promise((measured, failed) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => (size += chunk.length))
      response.once('end', () => measured(size))
    }).once('error', failed)
  })

/** Everything that a phone loads when it opens the page for the first time. */
const loadPage = async (browser: Browser, url: string) => {
  const context = await takePhone(browser)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const loaded: { url: string; type: string }[] = []
  await session.send('Network.enable')
  session.on(
    'Network.requestWillBeSent',
    ({ request, type }) => void loaded.push({ url: request.url, type: type ?? 'Other' }),
  )
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return loaded.filter((request) => !request.url.startsWith('data:'))
}

const sizeOf = async (loaded: { url: string; type: string }[], type: string): Promise<number> => {
  const urls = new Set(loaded.filter((request) => request.type === type).map((request) => request.url))
  const sizes = await Promise.all([...urls].map(zippedSize))
  return sizes.reduce((sum, size) => sum + size, 0)
}

interface Weighed {
  path: string
  scripts: number
  styles: number
  requests: number
  foreign: number
}

/** The largest value of each kind, and its page. */
const resultsOf = (name: string, pages: readonly Weighed[]): Result[] => {
  const worst = (
    key: Exclude<keyof Weighed, 'path'>,
    what: string,
    limits: Pick<Result, 'unit' | 'target'>,
  ): Result => {
    const heaviest = pages.toSorted((a, b) => b[key] - a[key])[0]!
    const where = pages.length > 1 ? ` (${heaviest.path.replace(/[\w-]{36}$/, ':id')})` : ''
    return { name: `${what} of ${name}${where}`, value: heaviest[key], ...limits }
  }
  return [
    worst('scripts', 'JavaScript, gzip,', { unit: 'KB', target: { most: maxScriptBytes / kilobyte } }),
    worst('styles', 'CSS, gzip,', { unit: 'KB', target: { most: 20 } }),
    worst('requests', 'requests without pictures', { unit: 'requests', target: { most: 25 } }),
    worst('foreign', 'requests to other hosts', { unit: 'requests', target: { most: 0 } }),
  ]
}

/** The bytes that public pages make a phone load. */
export const measureWeight = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const app = await startApp({ DATA_DIR: folder })
    const browser = await openBrowser()
    try {
      const pages: Weighed[] = []
      for (const path of await publicPaths(app.url)) {
        const loaded = await loadPage(browser, `${app.url}${path}`)
        pages.push({
          path,
          scripts: (await sizeOf(loaded, 'Script')) / kilobyte,
          styles: (await sizeOf(loaded, 'Stylesheet')) / kilobyte,
          requests: loaded.filter(({ type }) => type !== 'Image').length,
          foreign: loaded.filter(({ url }) => !url.startsWith(app.url)).length,
        })
      }
      const home = pages.filter(({ path }) => path === '/')
      return [...resultsOf('/', home), ...resultsOf(`the worst of ${pages.length} public pages`, pages)]
    } finally {
      await browser.close()
      await app.stop()
    }
  })
