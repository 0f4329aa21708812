import type { Browser, BrowserContext } from '@playwright/test'
import { openBrowser } from './browser.ts'
import { startApp, withFolder } from './processes.ts'
import { median, type Result } from './results.ts'
import { takeSlowPhone } from './slow-phone.ts'

const password = 'chalk-and-lectern-7'
const rounds = 3

const paths = [
  '/Welcome',
  '/account/center',
  '/account/center?tab=notices',
  '/account/center/edit',
  '/account/settings',
  '/account/settings?tab=security',
  '/account/settings?tab=notifications',
  '/account/settings?tab=data',
  '/account/Evpi',
  '/account/reviserPwd',
  '/account/Team',
  '/account/Team/basic',
  '/account/Team/Edit',
  '/account/Team/Add',
  '/account/Work',
  '/account/Certificate',
  '/account/Case',
  '/Review',
]

/** Experts have pages of their own. */
const readerOf = (path: string): string => (path === '/Review' ? 'gaoyuanzhi' : 'admin')

/** Runs in the page, before its own code. */
const observe = (): void => {
  const measured = { shift: 0, moved: [] as string[] }
  Object.assign(globalThis, { measured })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      measured.shift += value
      measured.moved.push(...sources.map(({ node }) => `${value.toFixed(3)} ${node?.outerHTML?.slice(0, 80)}`))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface Measured {
  shift: number
  moved: string[]
}

const signIn = async (context: BrowserContext, url: string, identifier: string): Promise<void> => {
  const answer = await context.request.post(`${url}/api/account/login`, {
    headers: { origin: url },
    data: { identifier, password },
  })
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
}

const visit = async (browser: Browser, url: string, path: string): Promise<Measured> => {
  const { context, page } = await takeSlowPhone(browser)
  await signIn(context, url, readerOf(path))
  await page.addInitScript(observe)
  // The stream of notices stays open, so the network is never idle.
  await page.goto(url + path, { waitUntil: 'load' })
  await page.locator('main h1').first().waitFor()
  await page.waitForTimeout(3_000)
  const measured = await page.evaluate(() => (globalThis as unknown as { measured: Measured }).measured)
  await context.close()
  return measured
}

/** Layout shift of account pages while they load, for a signed-in user on a slow phone and a slow network. */
export const measureAccountPages = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const app = await startApp({ DATA_DIR: folder, ADMIN_PASSWORD: password })
    const browser = await openBrowser()
    try {
      const pages: { path: string; shift: number }[] = []
      for (const path of paths) {
        const visits: Measured[] = []
        for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, app.url, path))
        const shift = median(visits.map((measured) => measured.shift))
        if (shift > 0.05) process.stderr.write(`${path}\n  ${visits.at(-1)!.moved.join('\n  ')}\n`)
        pages.push({ path, shift })
      }
      const worst = pages.toSorted((one, other) => other.shift - one.shift)[0]!
      const name = `layout shift of the worst of ${pages.length} account pages (${worst.path})`
      return [{ name, value: worst.shift, unit: '', target: { most: 0.05 } }]
    } finally {
      await browser.close()
      await app.stop()
    }
  })
