import type { Browser } from '@playwright/test'
import { openBrowser } from './browser.ts'
import { startApp, withFolder } from './processes.ts'
import { median, type Result } from './results.ts'
import { takeSlowPhone } from './slow-phone.ts'

const rounds = 7
const paths = ['/', '/EnrollFor']

/** Runs in the page, before its own code: sums up what each task takes beyond 50 ms. */
const observe = (): void => {
  const measured = { blocked: 0 }
  Object.assign(globalThis, { measured })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.blocked += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
}

const visit = async (browser: Browser, url: string): Promise<number> => {
  const { context, page } = await takeSlowPhone(browser, { isNetworkSlow: false })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1_000)
  const { blocked } = await page.evaluate(() => (globalThis as unknown as { measured: { blocked: number } }).measured)
  await context.close()
  return blocked
}

/** Total blocking time while a page loads, on a four times slower processor. */
export const measureBlocking = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const app = await startApp({ DATA_DIR: folder })
    const browser = await openBrowser()
    try {
      const results: Result[] = []
      for (const path of paths) {
        const visits: number[] = []
        for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, app.url + path))
        const name = `total blocking time of ${path} on a processor four times slower`
        results.push({ name, value: median(visits), unit: 'ms', target: { most: 150 } })
      }
      return results
    } finally {
      await browser.close()
      await app.stop()
    }
  })
