import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { addArticle } from '../../testing/articles.ts'
import { probePath, probeRoutes } from '../../testing/probe.ts'
import { aroundRender, recordFailures } from '../../testing/pages.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let isClosed = false
afterEach(async () => {
  if (!isClosed) await site.close()
  isClosed = false
})

const english = { 'accept-language': 'en-US' }

test('requests under way are answered, new ones are told to come back, and then the draining is over', async () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  site = await startSite({
    isOverNetwork: true,
    extraRoutes: probeRoutes(async () => {
      reached.resolve()
      await released.promise
    }),
  })
  const underWay = site.get(probePath)
  await reached.promise

  let isDrained = false
  const drained = site.drain.begin().then(() => {
    isDrained = true
  })
  const message = 'The site is very busy. Please try again in a moment.'
  for (const path of ['/api/news', '/readyz', probePath]) {
    const refused = await site.get(path, english)
    expect([path, refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([
      path,
      503,
      '5',
      'close',
    ])
    expect(refused.json()).toMatchObject({
      code: 10202,
      status: 503,
      message,
      data: { error: 'server.busy', showType: 1 },
    })
  }
  const page = await site.get('/News', english)
  expect([page.status, page.headers.get('content-type'), page.headers.get('retry-after')]).toEqual([
    503,
    'text/html; charset=utf-8',
    '5',
  ])
  expect(page.text).toContain(message)
  const [, sheet = ''] = /href="(\/user\/dist\/[^"]+\.css)"/.exec(page.text) ?? []
  expect((await site.get(sheet)).headers.get('content-type')).toContain('text/css')
  // A failing probe would have the program killed in the middle of its work.
  for (const path of ['/livez', '/LIVEZ']) expect([path, (await site.get(path)).status]).toEqual([path, 200])
  expect(isDrained).toBe(false)

  released.resolve()
  expect((await underWay).status).toBe(200)
  await drained
  expect(isDrained).toBe(true)
})

test('the page that says so is rendered once a language, however many ask', async () => {
  const rendered: string[] = []
  site = await startSite({ isOverNetwork: true, pages: recordFailures(rendered) })
  await site.drain.begin()
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, count) => site.get(`/News/${count}?lang=${count % 2 ? 'en-US' : 'pt-BR'}`)),
  )
  await site.get('/?lang=en-US')
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([503]))
  expect(new Set(pages.map(({ text }) => text)).size).toBe(2)
  expect(rendered.toSorted()).toEqual(['en-US server.busy', 'pt-BR server.busy'])
})

test('a page that is being rendered is finished, with everything it asks for', async () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  site = await startSite({
    isOverNetwork: true,
    pages: aroundRender(async (input, proceed) => {
      reached.resolve()
      if (!input.failure) await released.promise
      return proceed()
    }),
  })
  const id = await addArticle(site.db, { title: { 'zh-CN': '正在渲染' } })
  const underWay = site.get(`/News/${id}`)
  await reached.promise
  const drained = site.drain.begin()
  expect((await site.get('/api/news')).status).toBe(503)
  released.resolve()
  const page = await underWay
  expect(page.status).toBe(200)
  expect(page.text).toContain('正在渲染')
  await drained
})

test('work is finished although its client has disconnected', async () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  site = await startSite({
    isOverNetwork: true,
    extraRoutes: probeRoutes(async () => {
      reached.resolve()
      await released.promise
    }),
  })
  const browser = new AbortController()
  const left = fetch(site.url + probePath, { signal: browser.signal }).catch(() => 'left')
  await reached.promise
  browser.abort()
  expect(await left).toBe('left')

  const drained = site.drain.begin().then(() => 'drained')
  expect(await Promise.race([drained, sleep(300, 'waiting')])).toBe('waiting')
  released.resolve()
  expect(await drained).toBe('drained')
})

test('a connection over which nobody has asked for anything does not keep the program from ending', async () => {
  site = await startSite({ isOverNetwork: true })
  const ahead = connect(site.port, '127.0.0.1')
  await once(ahead, 'connect')
  // The site has been notified, too.
  await site.get('/readyz')
  const ended = once(ahead, 'close')
  await site.drain.begin()
  await site.close()
  isClosed = true
  await ended
  expect(ahead.destroyed).toBe(true)
})

test('what takes too long is broken off', async () => {
  const reached = Promise.withResolvers<void>()
  site = await startSite({
    isOverNetwork: true,
    extraRoutes: probeRoutes(() => {
      reached.resolve()
      return new Promise(() => undefined)
    }),
  })
  const brokenOff = fetch(site.url + probePath).catch(() => 'broken off')
  await reached.promise
  await site.drain.begin(50)
  expect(await brokenOff).toBe('broken off')
})
