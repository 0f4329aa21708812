import { readCurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { listNews, readNews } from '@lectern/contract/articles/news.ts'
import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { answering, json, recordingHost } from './testing/recording-host.ts'
import { createRequest } from './request.ts'

const setUp = (answer: () => Response) => {
  const { fetch, sent } = answering(answer)
  const { host, seen } = recordingHost(fetch)
  return { call: createClient(createRequest(host)), sent, seen }
}

const page = { list: [], total: 0, page: 2, pageSize: 10 }

test('a call resolves to the data inside the envelope', async () => {
  const { call, sent } = setUp(() => json({ code: 200, status: 0, message: '', msg: '', data: page }))
  const news = await call(listNews, { query: { page: '2', category: 'guide' } })
  expect([news.total, news]).toEqual([0, page])
  expect(sent.map(({ url, init }) => [init.method, url])).toEqual([['GET', '/api/news?page=2&category=guide']])
})

test('parameters are encoded into the path', async () => {
  const { call, sent } = setUp(() => json({ code: 200, data: null }))
  await call(readNews, { params: { id: 'a/../b?c#d' } })
  expect(sent[0]?.url).toBe('/api/news/a%2F..%2Fb%3Fc%23d')
})

test('an endpoint without parameters takes options only', async () => {
  const { call, sent } = setUp(() => json({ code: 200, data: { access: 'user' } }))
  const user = await call(readCurrentUser, {}, { timeout: 1000 })
  expect(user.access).toBe('user')
  expect(sent[0]?.url).toBe('/api/user/currentUser')
})

test('a file is sent unchanged, with its own content type', async () => {
  const { call, sent } = setUp(() => json({ code: 200, data: { access: 'user' } }))
  const file = new Blob(['a picture'], { type: 'image/png' })
  await call(readCurrentUser, {}, { file })
  expect(sent[0]?.init.body).toBe(file)
  expect(new Headers(sent[0]?.init.headers).has('content-type')).toBe(false)
})

test('an error that the caller handles is not presented, any other is', async () => {
  const failure = (error: string) =>
    json({ code: 10102, message: 'Changed', data: { error, showType: 1, requestId: 'r1' } }, { status: 409 })
  const one = setUp(() => failure('resource.changed'))
  await expect(one.call(listNews, {}, { reportedByCaller: ['resource.changed'] })).rejects.toMatchObject({
    message: 'Changed',
  })
  expect(one.seen).toEqual([])
  const other = setUp(() => failure('server.busy'))
  await expect(other.call(listNews, {}, { reportedByCaller: ['resource.changed'] })).rejects.toThrow('Changed')
  expect(other.seen).toEqual([['warning', 'Changed']])
})

test('a 401 for a visitor is a silent error', async () => {
  const { call, seen } = setUp(() => json({ code: 4002, status: 200, message: 'Not signed in', msg: '', data: null }))
  await expect(call(readCurrentUser)).rejects.toMatchObject({ name: 'BizError', info: { errorCode: 4002 } })
  expect(seen).toEqual([])
})

test('error info instead of an envelope is a business error', async () => {
  const { call, seen } = setUp(() => json({ success: false, errorMessage: 'Full', errorCode: 7, showType: 1 }))
  await expect(call(listNews)).rejects.toMatchObject({ name: 'BizError', message: 'Full' })
  expect(seen).toEqual([['warning', 'Full']])
})

test('an HTML page with status 200 is an error', async () => {
  const { call, seen } = setUp(() => new Response('<h1>Welcome to the hotel</h1>'))
  await expect(call(listNews)).rejects.toMatchObject({ name: 'ParseError' })
  expect(seen).toEqual([['error', 'Request error, please retry.']])
})

test('the types follow the contract', () => {
  const typed = async ({ call }: ReturnType<typeof setUp>) => {
    // @ts-expect-error: readNews needs its id
    await call(readNews)
    // @ts-expect-error: it has no query
    await call(readNews, { params: { id: 'a' }, query: { page: '1' } })
    // @ts-expect-error: no such category
    await call(listNews, { query: { category: 'gossip' } })
    // @ts-expect-error: nothing to send
    await call(readCurrentUser, { body: {} })
  }
  expect(typed).toBeTypeOf('function')
})
