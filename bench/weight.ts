import { get } from 'node:http'
import type { Browser } from '@playwright/test'
import { openBrowser } from './browser.ts'
import { startApp, withFolder } from './processes.ts'
import type { Result } from './results.ts'

const kilobyte = 1024

/** Bytes of a file as it travels with gzip. */
const zippedSize = (url: string): Promise<number> =>
  new Promise((measured, failed) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => (size += chunk.length))
      response.once('end', () => measured(size))
    }).once('error', failed)
  })

/** Everything that a browser asks for when it opens the page for the first time. */
const loadPage = async (browser: Browser, url: string) => {
  const context = await browser.newContext()
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

/** How much a public page makes a browser load. */
export const measureWeight = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const app = await startApp({ DATA_DIR: folder })
    const browser = await openBrowser()
    try {
      const news = (await (await fetch(`${app.url}/api/news`)).json()) as { data: { list: { id: string }[] } }
      const pages = { '/': '/', '/News': '/News', '/News/:id': `/News/${news.data.list[0]!.id}` }
      const results: Result[] = []
      for (const [name, path] of Object.entries(pages)) {
        const loaded = await loadPage(browser, `${app.url}${path}`)
        const foreign = loaded.filter((request) => !request.url.startsWith(app.url))
        const scripts = await sizeOf(loaded, 'Script')
        const styles = await sizeOf(loaded, 'Stylesheet')
        results.push(
          { name: `JavaScript of ${name}, gzip`, value: scripts / kilobyte, unit: 'KB', target: { most: 110 } },
          { name: `CSS of ${name}, gzip`, value: styles / kilobyte, unit: 'KB', target: { most: 20 } },
          { name: `requests of ${name}`, value: loaded.length, unit: 'requests', target: { most: 25 } },
          { name: `requests of ${name} to other hosts`, value: foreign.length, unit: 'requests', target: { most: 0 } },
        )
      }
      return results
    } finally {
      await browser.close()
      await app.stop()
    }
  })
