import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { browserFlags } from '../e2e/browser-flags.ts'

/** Uses the Chromium that the launcher found. */
export const openBrowser = (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM']
  return chromium.launch({ args: browserFlags, ...(executablePath && { executablePath }) })
}

/** A phone without cache or cookies. */
export const takePhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true })
