import { setTimeout } from 'node:timers/promises'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'
import { startApp, withFolder } from './processes.ts'
import { median, type Result } from './results.ts'

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

const phone = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true }

/** Long enough for a page to load and to come to rest. */
const visitMilliseconds = 5_000

const visit = async ({ send }: PlainBrowser, url: string): Promise<number> => {
  const { browserContextId } = await send('Target.createBrowserContext')
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  await send('Emulation.setDeviceMetricsOverride', phone, sessionId)
  await send('Emulation.setCPUThrottlingRate', { rate: 4 }, sessionId)
  // Without this, scripts are not added to new documents.
  await send('Page.enable', {}, sessionId)
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(observe)})()` }, sessionId)
  await send('Page.navigate', { url }, sessionId)
  await setTimeout(visitMilliseconds)
  const { result } = await send('Runtime.evaluate', { expression: 'String(measured.blocked)' }, sessionId)
  await send('Target.disposeBrowserContext', { browserContextId })
  return Number((result as unknown as { value: string }).value)
}

/** Total blocking time while a page loads, on a four times slower processor. */
export const measureBlockingTime = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const app = await startApp({ DATA_DIR: folder })
    const browser = await openPlainBrowser()
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
