import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { openBrowser, takePhone } from './browser.ts'
import { startApp, withFolder } from './processes.ts'
import type { Result } from './results.ts'

const password = 'chalk-and-lectern-7'
const banners = 12

type Content = Record<
  'title' | 'alt' | 'link' | 'wide' | 'narrow' | 'opensAt' | 'closesAt' | 'visible' | 'standing',
  unknown
>

/** Adds banners to those of the demo until there are enough. */
const addBanners = async (url: string): Promise<void> => {
  let cookie = ''
  const call = async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
    const headers = { origin: url, cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
    cookie ||= answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    return ((await answer.json()) as { data: Data }).data
  }
  await call('POST', '/api/account/login', { identifier: 'admin', password })
  const { list } = await call<{ list: Content[] }>('GET', '/api/banners/all')
  const first = list.find(({ standing }) => standing === 'now')
  const seen = list.filter(({ standing }) => standing === 'now').length
  for (let count = seen; count < banners; count += 1) {
    const { title, alt, link, wide, narrow, opensAt, closesAt, visible } = first!
    await call('POST', '/api/banners', { title, alt, link, wide, narrow, opensAt, closesAt, visible })
  }
  const bannerCount = async () => (await call<{ list: unknown[] }>('GET', '/api/banners')).list.length
  // A banner is shown once its pictures are processed.
  for (let tries = 0; (await bannerCount()) < banners; tries += 1) {
    if (tries > 120) throw new Error('The pictures were not made')
    await sleep(1_000)
  }
}

/** Bytes transferred until a phone has the page. */
const transferred = async (browser: Browser, url: string): Promise<number> => {
  const context = await takePhone(browser)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let bytes = 0
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return bytes
}

/** The home page with the maximum of content: 12 banners, 24 experts and 30 news. */
export const measureFullHome = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const app = await startApp({ DATA_DIR: folder, ADMIN_PASSWORD: password })
    const browser = await openBrowser()
    try {
      await addBanners(app.url)
      const value = (await transferred(browser, `${app.url}/`)) / 1024
      return [{ name: 'all of / with 12 banners, on a phone', value, unit: 'KB', target: { most: 250 } }]
    } finally {
      await browser.close()
      await app.stop()
    }
  })
