import type { Browser, Page } from '@playwright/test'
import { openBrowser } from './browser.ts'
import { startApp, withFolder } from './processes.ts'
import { publicPaths } from './public-pages.ts'
import { median, type Result } from './results.ts'
import { takeSlowPhone } from './slow-phone.ts'

export interface Paint {
  largest: number
  shift: number
}

const rounds = 3

/** Runs in the page, before its own code. */
const observe = (): void => {
  const painted: Paint = { largest: 0, shift: 0 }
  Object.assign(globalThis, { painted })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) painted.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) painted.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A first visit with a slow phone on a slow network. */
export const measureVisit = async (
  browser: Browser,
  url: string,
  watch: (page: Page) => unknown = () => undefined,
): Promise<Paint> => {
  const { context, page } = await takeSlowPhone(browser)
  watch(page)
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(500)
  const painted = await page.evaluate(() => (globalThis as unknown as { painted: Paint }).painted)
  await context.close()
  return painted
}

const resultsOf = (name: string, pages: readonly (Paint & { path: string })[]): Result[] => {
  const worst = (key: keyof Paint) => {
    const slowest = pages.toSorted((a, b) => b[key] - a[key])[0]!
    const where = pages.length > 1 ? ` (${slowest.path.replace(/[\w-]{36}$/, ':id')})` : ''
    return { name: `${name}${where}`, value: slowest[key] }
  }
  const [largest, shift] = [worst('largest'), worst('shift')]
  return [
    { ...largest, name: `largest contentful paint of ${largest.name}`, unit: 's', target: { most: 1.5 } },
    { ...shift, name: `layout shift of ${shift.name}`, unit: '', target: { most: 0.05 } },
  ]
}

export const measurePaint = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const app = await startApp({ DATA_DIR: folder })
    const browser = await openBrowser()
    try {
      const paths = await publicPaths(app.url)
      const visits = new Map(paths.map((path) => [path, [] as Paint[]]))
      for (let round = 0; round < rounds; round += 1) {
        for (const path of paths) visits.get(path)!.push(await measureVisit(browser, `${app.url}${path}`))
      }
      const pages = paths.map((path) => ({
        path,
        largest: median(visits.get(path)!.map(({ largest }) => largest)) / 1000,
        shift: median(visits.get(path)!.map(({ shift }) => shift)),
      }))
      const home = pages.filter(({ path }) => path === '/')
      return [...resultsOf('/', home), ...resultsOf(`the worst of ${pages.length} public pages`, pages)]
    } finally {
      await browser.close()
      await app.stop()
    }
  })
