import type { Locale } from '@lectern/contract/locales.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RequestHost } from './host.ts'
import type { RequestOptions } from './options.ts'
import { answering, json, recordingHost } from './testing/recording-host.ts'
import { createRequest } from './request.ts'

const good = (data: unknown = null) => json({ code: 200, status: 0, message: '', msg: '', data })
const refused = () => json({ code: 1, status: 400, message: 'Refused', msg: '', data: null }, { status: 400 })
const unauthorised = () => json({ code: 401, status: 401, message: 'Sign in', msg: '', data: null }, { status: 401 })

const setUp = (answer: (url: string, init: RequestInit) => Response, changes: Partial<RequestHost> = {}) => {
  const { fetch, sent } = answering(answer)
  const { host, seen } = recordingHost(fetch, changes)
  return { request: createRequest(host), sent, seen }
}

afterEach(() => vi.useRealTimers())

describe('a request', () => {
  test('takes a URL or options with a url; the default is GET', async () => {
    const { request, sent } = setUp(() => good())
    await request('/a')
    await request('/b', { method: 'POST' })
    await request({ url: '/c', method: 'DELETE' })
    await request({ url: '/d' })
    expect(sent.map(({ url, init }) => `${init.method} ${url}`)).toEqual(['GET /a', 'POST /b', 'DELETE /c', 'GET /d'])
  })

  test('has a shorthand for each method', async () => {
    const { request, sent } = setUp(() => new Response())
    const names = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const
    for (const name of names) await request[name]('/a')
    expect(sent.map(({ init }) => init.method)).toEqual(names.map((name) => name.toUpperCase()))
  })

  test.each([
    ['/a', undefined, '/a'],
    ['/a', {}, '/a'],
    ['/a', { none: undefined, nil: null, empty: '', no: false, zero: 0 }, '/a?empty=&no=false&zero=0'],
    ['/a', { tag: ['x', null, 'y z', undefined] }, '/a?tag=x&tag=y+z'],
    ['/a', { tag: [] }, '/a'],
    ['/a?b=1', { q: '数&=' }, '/a?b=1&q=%E6%95%B0%26%3D'],
  ])('%s with params %o becomes %s %s', async (url, params, address) => {
    const { request, sent } = setUp(() => good())
    await request(url, { params })
    expect(sent[0]?.url).toBe(address)
  })

  const form = new FormData()
  const search = new URLSearchParams('a=1')
  const blob = new Blob(['x'], { type: 'image/png' })
  test.each<[string, RequestOptions, unknown, string | null]>([
    ['nothing', {}, undefined, null],
    ['an object as JSON', { data: { a: [1] } }, '{"a":[1]}', 'application/json'],
    ['null as JSON', { data: null }, 'null', 'application/json'],
    [
      'a form',
      { data: { a: [1, 2], b: null, c: 'd e' }, requestType: 'form' },
      new URLSearchParams('a=1&a=2&c=d+e'),
      null,
    ],
    ['FormData as it is', { data: form }, form, null],
    ['URLSearchParams as they are', { data: search }, search, null],
    ['a Blob as it is', { data: blob, requestType: 'form' }, blob, null],
    ['JSON of another type', { data: 1, headers: { 'Content-Type': 'application/x+json' } }, '1', 'application/x+json'],
  ])('sends %s', async (_, options, body, contentType) => {
    const { request, sent } = setUp(() => good())
    await request.post('/a', options)
    expect(sent[0]?.init.body).toEqual(body)
    if (body instanceof Object && options.requestType !== 'form') expect(sent[0]?.init.body).toBe(body)
    expect(new Headers(sent[0]?.init.headers).get('content-type')).toBe(contentType)
  })

  test("sends the reader's current language, and the caller's own headers", async () => {
    let locale: Locale = 'zh-CN'
    const { request, sent } = setUp(() => good(), { locale: () => locale })
    await request('/a')
    locale = 'pt-BR'
    await request('/a', { headers: { 'Idempotency-Key': 'k' } })
    const headers = sent.map(({ init }) => Object.fromEntries(new Headers(init.headers)))
    expect(headers).toEqual([
      { accept: 'application/json', 'accept-language': 'zh-CN' },
      { accept: 'application/json', 'accept-language': 'pt-BR', 'idempotency-key': 'k' },
    ])
  })
})

describe('the response', () => {
  test('is the body: JSON, text, or nothing', async () => {
    expect(await setUp(() => good({ id: 1 })).request('/a')).toMatchObject({ code: 200, data: { id: 1 } })
    expect(await setUp(() => new Response('words')).request('/a')).toBe('words')
    expect(await setUp(() => new Response(null, { status: 204 })).request('/a')).toBeUndefined()
  })

  test('comes with the response object for getResponse, and errors are found in its data', async () => {
    const { request } = setUp(() => json({ code: 200, data: 7 }, { headers: { 'x-total': '3' } }))
    const { data, response } = await request('/a', { getResponse: true })
    expect([data, response.headers.get('x-total')]).toEqual([{ code: 200, data: 7 }, '3'])

    const bad = setUp(() => json({ code: 9, message: 'No', data: null }))
    await expect(bad.request('/a', { getResponse: true })).rejects.toMatchObject({ name: 'BizError', message: 'No' })
    expect(bad.seen).toEqual([['error', 'No']])
  })

  test('is an error with the generic message if it cannot be parsed', async () => {
    const broken = () => new Response('{"code":2', { headers: { 'content-type': 'application/json' } })
    const { request, seen } = setUp(broken)
    await expect(request('/a')).rejects.toMatchObject({ name: 'ParseError' })
    expect(seen).toEqual([['error', 'Request error, please retry.']])
  })
})

describe('cached responses', () => {
  const counting = () => {
    let count = 0
    return setUp((url) => (url.includes('bad') ? refused() : good(++count)))
  }
  const dataOf = async (answer: Promise<unknown>) => ((await answer) as { data: unknown }).data

  test('are used for a GET for 60 seconds or its ttl, and only with useCache', async () => {
    vi.useFakeTimers()
    const { request } = counting()
    const kept = { useCache: true }
    expect(await dataOf(request('/a', kept))).toBe(1)
    vi.advanceTimersByTime(59_999)
    expect(await dataOf(request('/a', kept))).toBe(1)
    expect(await dataOf(request('/a'))).toBe(2)
    vi.advanceTimersByTime(1)
    expect(await dataOf(request('/a', { ...kept, ttl: 5 }))).toBe(3)
    vi.advanceTimersByTime(5)
    expect(await dataOf(request('/a', kept))).toBe(4)
  })

  test('differ by query and by language', async () => {
    let locale: Locale = 'zh-CN'
    let count = 0
    const { request } = setUp(() => good(++count), { locale: () => locale })
    const ask = (page: number) => dataOf(request('/a', { params: { page }, useCache: true }))
    expect([await ask(1), await ask(2), await ask(1)]).toEqual([1, 2, 1])
    locale = 'en-US'
    expect(await ask(1)).toBe(3)
  })

  test("are copies, so that callers cannot change each other's", async () => {
    const { request } = setUp(() => good({ list: [1] }))
    const first = await request<{ data: { list: number[] } }>('/a', { useCache: true })
    first.data.list.push(2)
    expect(await dataOf(request('/a', { useCache: true }))).toEqual({ list: [1] })
  })

  test('are never errors, and never responses to other methods', async () => {
    const { request, sent } = counting()
    await expect(request('/bad', { useCache: true })).rejects.toThrow('Refused')
    await expect(request('/bad', { useCache: true })).rejects.toThrow('Refused')
    await request.post('/a', { useCache: true })
    await request.post('/a', { useCache: true })
    await request.head('/a', { useCache: true })
    await request.get('/a', { useCache: true })
    expect(sent.length).toBe(6)
  })

  test('are dropped after a write, and pending ones are not stored', async () => {
    const { request, sent } = counting()
    await request('/a', { useCache: true })
    await expect(request.put('/bad')).rejects.toThrow('Refused')
    await request('/a', { useCache: true })
    const onItsWay = request('/b', { useCache: true })
    await Promise.all([request.delete('/c'), onItsWay])
    await request('/b', { useCache: true })
    expect(sent.map(({ url }) => url)).toEqual(['/a', '/bad', '/a', '/b', '/c', '/b'])
  })

  test('are at most 50, the oldest evicted first', async () => {
    const { request, sent } = counting()
    const ask = (page: number, ttl?: number) =>
      request('/a', { params: { page }, useCache: true, ...(ttl !== undefined && { ttl }) })
    await ask(0, 0)
    for (let page = 1; page < 50; page++) await ask(page)
    await ask(0)
    await ask(50)
    const before = sent.length
    for (const page of [0, 2, 50]) await ask(page)
    expect(sent.length).toBe(before)
    await ask(1)
    expect(sent.length).toBe(before + 1)
  })
})

describe('the host', () => {
  test('runs middlewares around the request (onion model), interceptors inside', async () => {
    const steps: string[] = []
    const { request } = setUp(() => (steps.push('fetch'), good(1)), {
      middlewares: ['outer', 'inner'].map((name) => async (context, next) => {
        steps.push(`${name} before ${context.call.url}`)
        await next()
        steps.push(`${name} after ${context.response?.status}`)
      }),
      requestInterceptors: [
        (call) => ({ ...call, url: `/x${call.url}` }),
        async (call) => ({ ...call, url: `/y${call.url}` }),
      ],
      responseInterceptors: [
        (response) => (steps.push('first'), response),
        async (response) => (steps.push('second'), response),
      ],
    })
    await request('/a')
    const before = ['outer before /y/x/a', 'inner before /y/x/a']
    expect(steps).toEqual([...before, 'fetch', 'first', 'second', 'inner after 200', 'outer after 200'])
  })

  test('can change the response with an interceptor, and the result with a middleware', async () => {
    const { request } = setUp(() => refused(), {
      responseInterceptors: [() => good('replaced')],
      middlewares: [async (context, next) => (await next(), void (context.result = [context.result]))],
    })
    expect(await request('/a')).toMatchObject([{ data: 'replaced' }])
  })

  test('can respond without the network', async () => {
    const { request, sent } = setUp(() => good(), {
      middlewares: [async (context) => void (context.result = { code: 200, data: 'offline' })],
    })
    expect(await request('/a')).toEqual({ code: 200, data: 'offline' })
    expect(sent).toEqual([])
  })

  test('shows the message of its own errors, or the generic one', async () => {
    for (const [message, shown] of [
      ['Broken', 'Broken'],
      ['', 'Request error, please retry.'],
    ]) {
      const thrown = new Error(message)
      const { request, seen } = setUp(() => good(), { middlewares: [() => Promise.reject(thrown)] })
      await expect(request('/a')).rejects.toBe(thrown)
      expect(seen).toEqual([['error', shown]])
    }
  })

  test('can convert other bodies with an error adaptor, whatever the HTTP status', async () => {
    for (const status of [200, 500]) {
      const { request, seen } = setUp(() => json({ ok: false, why: 'Closed' }, { status }), {
        errorAdaptor: (body) => {
          const { ok, why } = body as { ok: boolean; why: string }
          return { success: ok, errorMessage: why, errorCode: 'E7', showType: 4 }
        },
      })
      await expect(request('/a')).rejects.toMatchObject({ message: 'Closed', info: { errorCode: 'E7' } })
      expect(seen).toEqual([['notification', 'E7', 'Closed']])
    }
  })

  test('can set another error page, which gets code and message as data', async () => {
    const body = { code: 5, message: 'a&b=<i>', data: { showType: 9 } }
    const { request, seen } = setUp(() => json(body), { errorPage: '/oops' })
    await expect(request('/a')).rejects.toThrow('a&b=<i>')
    expect(seen).toEqual([['redirect', '/oops?errorCode=5&errorMessage=a%26b%3D%3Ci%3E']])
  })
})

test('skipErrorHandler shows nothing for any error, and throws', async () => {
  const offline = () => {
    throw new TypeError('offline')
  }
  for (const answer of [refused, unauthorised, () => new Response('', { status: 500 }), offline]) {
    const { request, seen } = setUp(answer, { signInInPlace: () => Promise.reject(new Error('asked')) })
    await expect(request('/a', { skipErrorHandler: true })).rejects.toMatchObject({ url: '/a' })
    expect(seen).toEqual([])
  }
})

describe('a lost session in an open form', () => {
  const form = { data: { a: 1 }, inPlaceSignIn: true, headers: { 'Idempotency-Key': 'k' } }

  test('is renewed in place and the same request is sent again', async () => {
    let signedIn = false
    const signInInPlace = async () => (signedIn = true)
    const { request, sent, seen } = setUp(() => (signedIn ? good('saved') : unauthorised()), { signInInPlace })
    expect(await request.post('/a', form)).toMatchObject({ data: 'saved' })
    const [first, second] = sent.map(({ url, init }) => [url, init.method, init.body, [...new Headers(init.headers)]])
    expect(second).toEqual(first)
    expect([sent.length, seen]).toEqual([2, []])
  })

  test('leaves the form as it is when the user declines', async () => {
    const { request, sent, seen } = setUp(unauthorised, { signInInPlace: async () => false })
    await expect(request.post('/a', form)).rejects.toMatchObject({ name: 'ResponseError' })
    expect([sent.length, seen]).toEqual([1, []])
  })

  test('is shown once, without leaving the page, when the new session is rejected too', async () => {
    const { request, sent, seen } = setUp(unauthorised, { signInInPlace: async () => true })
    await expect(request.post('/a', form)).rejects.toThrow('Sign in')
    expect([sent.length, seen]).toEqual([2, [['error', 'Sign in']]])
  })

  test('shows the error of the repeated request', async () => {
    let tries = 0
    const { request, seen } = setUp(() => (tries++ ? refused() : unauthorised()), { signInInPlace: async () => true })
    await expect(request.post('/a', form)).rejects.toThrow('Refused')
    expect(seen).toEqual([['error', 'Refused']])
  })

  test('is renewed in place for a caller that handles all other errors itself', async () => {
    let tries = 0
    const signInInPlace = async () => true
    const renewed = setUp(() => (tries++ ? good('saved') : unauthorised()), { signInInPlace })
    const quietly = { ...form, skipErrorHandler: true }
    expect(await renewed.request.post('/a', quietly)).toMatchObject({ data: 'saved' })
    const rejected = setUp(unauthorised, { signInInPlace })
    await expect(rejected.request.post('/a', quietly)).rejects.toThrow('Sign in')
    expect([renewed.seen, rejected.sent.length, rejected.seen]).toEqual([[], 2, []])
  })

  test('leads to the login page without the option, or if the host has no dialog', async () => {
    const able = setUp(unauthorised, { signInInPlace: async () => true })
    await expect(able.request.post('/a')).rejects.toThrow('Sign in')
    expect(able.seen).toEqual([['signIn']])
    const unable = setUp(unauthorised)
    await expect(unable.request.post('/a', form)).rejects.toThrow('Sign in')
    expect(unable.seen).toEqual([['signIn']])
  })
})
