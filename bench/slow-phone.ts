import type { Browser, BrowserContext, Page } from '@playwright/test'
import { takePhone } from './browser.ts'

const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

interface SlowPhone {
  context: BrowserContext
  page: Page
}

/** A phone with a slow processor and a slow network. */
export const takeSlowPhone = async (browser: Browser): Promise<SlowPhone> => {
  const context = await takePhone(browser)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slowNetwork)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { context, page }
}
