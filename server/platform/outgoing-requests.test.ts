import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startReceiver, type Receiver } from '../testing/receiver.ts'
import { postTo, readTarget, resolveTarget, type OutgoingRules } from './outgoing-requests.ts'

let receiver: Receiver
let rules: OutgoingRules
beforeAll(async () => {
  receiver = await startReceiver()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answerWith()
  rules = { allowed: new Set([receiver.url]) }
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => receiver.close())

const request = { headers: { 'content-type': 'text/plain' }, body: '教学', timeoutMilliseconds: 5_000 }

const post = (url = receiver.url, given = rules, more: Partial<typeof request> & { signal?: AbortSignal } = {}) =>
  postTo(new URL(url), given, { ...request, ...more })

const failureOf = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => 'none',
    (error: { failure?: string }) => error.failure,
  )

const resolvingTo =
  (...addresses: string[]): NonNullable<OutgoingRules['resolve']> =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

test('what is sent arrives as it is, and the answer is read', async () => {
  receiver.answerWith((_request, response) => response.writeHead(202, { 'retry-after': '7' }).end('thanks'))
  expect(await post(`${receiver.url}/in?a=1`)).toEqual({ status: 202, text: 'thanks', retryAfter: '7' })
  const [{ path, headers, body }] = receiver.received as [(typeof receiver.received)[number]]
  expect([path, headers.host, headers['content-length'], headers['content-type'], body.toString()]).toEqual([
    '/in?a=1',
    new URL(receiver.url).host,
    '6',
    'text/plain',
    '教学',
  ])
})

test.each([
  'http://example.org/',
  'ftp://example.org/',
  'https://user@example.org/',
  'https://:secret@example.org/',
  'https://example.org/#part',
  'https://example.org:22/',
  'https://example.org:1023/',
  'example.org',
  'https://',
])('%s is not asked', (url) => {
  expect(readTarget(url, rules)).toBeUndefined()
})

test('https is asked on its own port and free ones, and what the operator names without it', () => {
  const urls = ['https://example.org/in', 'https://example.org:1024/', `${receiver.url}/in`]
  expect(urls.map((url) => readTarget(url, rules)?.href)).toEqual(urls)
  // Another port of the same host was not named.
  expect(readTarget('http://127.0.0.1:1/', rules)).toBeUndefined()
})

test.each([
  'https://127.0.0.1',
  'https://2130706433',
  'https://0x7f.1',
  'https://127.1',
  'https://0',
  'https://[::1]',
  'https://[::ffff:169.254.169.254]',
  'https://169.254.169.254/latest/meta-data',
])('%s is private however it is written', async (url) => {
  const resolve = vi.fn<NonNullable<OutgoingRules['resolve']>>()
  expect(await failureOf(resolveTarget(new URL(url), { ...rules, resolve }))).toBe('privateAddress')
  expect(resolve).not.toHaveBeenCalled()
})

test('a name with one private address among public ones is refused before anything is sent', async () => {
  const url = `https://hooks.example.org:${receiver.port}`
  for (const addresses of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['2606:4700::1', '::ffff:127.0.0.1']])
    expect(await failureOf(post(url, { ...rules, resolve: resolvingTo(...addresses) }))).toBe('privateAddress')
  expect(await failureOf(post(url, { ...rules, resolve: resolvingTo() }))).toBe('unknownHost')
  expect(await failureOf(post(url, { ...rules, resolve: () => Promise.reject(new Error('ENOTFOUND')) }))).toBe(
    'unknownHost',
  )
  expect(receiver.received).toEqual([])
})

test('the connection goes to the address that was checked, whatever the name means a moment later', async () => {
  const other = await startReceiver('127.0.0.2')
  // The system knows this name as 127.0.0.1, where nobody listens on this port.
  const url = `http://localhost:${other.port}`
  const answers = [resolvingTo('127.0.0.2'), resolvingTo('127.0.0.1')]
  const resolve = vi.fn<NonNullable<OutgoingRules['resolve']>>((host) => answers.shift()!(host))
  try {
    expect((await post(`${url}/in`, { allowed: new Set([url]), resolve })).status).toBe(204)
    expect(resolve.mock.calls).toEqual([['localhost']])
    expect(other.received.map(({ path, headers }) => [path, headers.host])).toEqual([
      ['/in', `localhost:${other.port}`],
    ])
  } finally {
    await other.close()
  }
})

test('redirects are answers, and nobody follows them', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answerStatus(status, { location: `${receiver.url}/elsewhere` })
    expect((await post(`${receiver.url}/in`)).status).toBe(status)
  }
  expect(receiver.received.map(({ path }) => path)).toEqual(['/in', '/in', '/in', '/in', '/in'])
})

test('proxies of the environment are not used', async () => {
  const proxy = await startReceiver()
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'])
    vi.stubEnv(name, proxy.url)
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  vi.stubEnv('NO_PROXY', '')
  try {
    expect((await post()).status).toBe(204)
    expect(proxy.received).toEqual([])
  } finally {
    await proxy.close()
  }
})

test('of an endless answer only the beginning is read', async () => {
  let isClosed: () => void
  const closed = new Promise<void>((resolve) => (isClosed = resolve))
  receiver.answerWith((_request, response) => {
    response.writeHead(200)
    const send = (): void => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(send)))
    response.on('close', () => isClosed())
    send()
  })
  const { status, text } = await post()
  expect([status, text]).toEqual([200, 'x'.repeat(4_096)])
  await closed
})

test('an answer that is late is none; one that only ends late counts by its status', async () => {
  receiver.answerWith(() => undefined)
  expect(await failureOf(post(receiver.url, rules, { timeoutMilliseconds: 50 }))).toBe('timeout')
  receiver.answerWith((_request, response) => response.writeHead(200).write('so far'))
  expect(await post(receiver.url, rules, { timeoutMilliseconds: 500 })).toEqual({
    status: 200,
    text: 'so far',
    retryAfter: undefined,
  })
  const never: OutgoingRules['resolve'] = () => new Promise(() => undefined)
  expect(
    await failureOf(
      post(receiver.url.replace('127.0.0.1', 'localhost'), { ...rules, resolve: never }, { timeoutMilliseconds: 50 }),
    ),
  ).toBe('timeout')
})

test('what is not there, breaks off or speaks another protocol is told apart', async () => {
  const closed = await startReceiver()
  await closed.close()
  expect(await failureOf(post(closed.url, { allowed: new Set([closed.url]) }))).toBe('unreachable')
  receiver.answerWith((incoming) => incoming.socket.destroy())
  expect(await failureOf(post())).toBe('unreachable')
  const encrypted = receiver.url.replace('http:', 'https:')
  expect(await failureOf(post(encrypted, { allowed: new Set([encrypted]) }))).toBe('encryption')
})

test('a program that stops ends the request with its own reason', async () => {
  const stopping = new AbortController()
  receiver.answerWith(() => stopping.abort(new Error('stopped')))
  await expect(post(receiver.url, rules, { signal: stopping.signal })).rejects.toThrow('stopped')
})
