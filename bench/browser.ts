import { chromium, type Browser } from '@playwright/test'

const quietly = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The Chromium that the launcher found. */
export const openBrowser = (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM']
  return chromium.launch({ args: quietly, ...(executablePath && { executablePath }) })
}
