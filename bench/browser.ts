import { chromium, type Browser } from '@playwright/test'
import { browserFlags } from '../e2e/browser-flags.ts'

/** The Chromium that the launcher found. */
export const openBrowser = (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM']
  return chromium.launch({ args: browserFlags, ...(executablePath && { executablePath }) })
}
