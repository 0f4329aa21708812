import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addArticle } from '../../testing/articles.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const fromCache = () => site.log.filter(({ msg }) => msg === 'answered from the cache')

/** The second request is answered before the framework sees it. */
const readTwice = async (path: string): Promise<void> => {
  await site.get(path)
  const before = fromCache().length
  await site.get(path)
  expect([path, fromCache().length]).toEqual([path, before + 1])
}

/** Sends a request as it is written, and returns the status of the response. */
const send = async (...lines: string[]): Promise<number> => {
  const socket = connect(site.port, '127.0.0.1')
  socket.write([...lines, '', ''].join('\r\n'))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(answer.toString('latin1').split(' ', 2)[1])
}

test('a cached response is the one that the framework gave, headers included, for GET and HEAD', async () => {
  for (const path of ['/', '/News', '/api/news', '/api/activities?pageSize=5']) {
    const first = await site.get(path)
    const second = await site.get(path)
    const withoutDate = ({ headers }: typeof first) => Object.entries({ ...Object.fromEntries(headers), date: '' })
    expect([path, second.status, second.text]).toEqual([path, 200, first.text])
    expect(withoutDate(second)).toEqual(withoutDate(first))
    const head = await fetch(site.url + path, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', first.headers.get('etag')])
    const known = await site.get(path, { 'if-none-match': first.headers.get('etag')! })
    expect([known.status, known.text]).toEqual([304, ''])
  }
  expect(fromCache()).toHaveLength(12)
})

test('languages stay apart, whichever of address, cookie and header names them', async () => {
  const languageOf = async (path: string, headers: Record<string, string>): Promise<string | undefined> =>
    /<html lang="([^"]+)"/.exec((await site.get(path, headers)).text)?.[1]
  const cookie = { cookie: 'a=1; lectern.locale=pt-BR' }
  for (let reading = 0; reading < 2; reading += 1) {
    expect(await languageOf('/News', {})).toBe('zh-CN')
    expect(await languageOf('/News', { 'accept-language': 'en-US' })).toBe('en-US')
    expect(await languageOf('/News', cookie)).toBe('pt-BR')
    expect(await languageOf('/News', { ...cookie, 'accept-language': 'en-US' })).toBe('pt-BR')
    expect(await languageOf('/News?lang=id-ID', cookie)).toBe('id-ID')
  }
  expect(fromCache()).toHaveLength(5)
})

test('what is unusual goes to the framework, which refuses it as before', async () => {
  await readTwice('/api/news')
  const host = `host: 127.0.0.1:${site.port}`
  const get = 'GET /api/news HTTP/1.1'
  expect(await send(get, host)).toBe(200)
  expect(await send(get)).toBe(400)
  expect(await send(get, host, 'Host: other.example')).toBe(400)
  expect(await send(get, host, 'expect: something')).toBe(400)
  const before = fromCache().length
  await send(get, host, 'content-length: 0')
  expect(await send('POST /api/news HTTP/1.1', host, 'content-length: 0')).not.toBe(200)
  expect(fromCache()).toHaveLength(before)
})

test('nothing is answered from the cache once the program stops', async () => {
  await readTwice('/api/news')
  await site.drain.begin()
  expect((await site.get('/api/news')).status).toBe(503)
})

test('changed content is served at once', async () => {
  await readTwice('/api/news')
  await addArticle(site.db, { title: { 'zh-CN': '刚刚发布' } })
  await eventually(async () => expect((await site.get('/api/news')).text).toContain('刚刚发布'))
})

test('the log has a line for each, without what a query asks for', async () => {
  await readTwice('/api/news?pageSize=7')
  expect(fromCache()).toMatchObject([{ level: 20, method: 'GET', url: '/api/news?pageSize', status: 200 }])
})
