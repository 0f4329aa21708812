import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probePath, probeRoutes } from '../../testing/probe.ts'
import { rawRequest, sendRaw, type RawAnswer } from '../../testing/raw.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { securityHeaders } from './security-headers.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite({ isOverNetwork: true, extraRoutes: probeRoutes() })
})
afterAll(() => site.close())

const expectedHeaders = securityHeaders({ publicUrl: undefined })

/** The response in the format of every other failure, with the usual headers. */
const refusal = ({ status, headers, body }: RawAnswer): [number, string] => {
  const envelope = JSON.parse(body) as { status: number; data: { error: string; requestId: string } }
  expect(headers).toMatchObject(expectedHeaders)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(envelope.status).toBe(status)
  expect(envelope.data.requestId).toMatch(/^[0-9a-f-]{36}$/)
  return [status, envelope.data.error]
}

const page = ({ status, headers, body }: RawAnswer): number => {
  expect(headers).toMatchObject(expectedHeaders)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('<html lang="zh-CN"')
  return status
}

const json = { 'content-type': 'application/json' }
const good = JSON.stringify({ name: 'Li', age: 30 })

const post = (headers: Record<string, string>, body: string): Promise<RawAnswer> =>
  rawRequest(site.port, `POST ${probePath}`, { 'content-length': String(Buffer.byteLength(body)), ...headers }, body)

describe('an address that cannot be read', () => {
  test.each(['/api/news/%E0%A4%A', '/api/%', '/api/%zz', '/api/news/%C0%AE'])(
    '%s is malformed for programs',
    async (path) => {
      expect(refusal(await rawRequest(site.port, `GET ${path}`))).toEqual([400, 'request.malformed'])
    },
  )

  test.each(['/%', '/News/%E0%A4%A', '/%C0%AE%C0%AE/'])('%s is a page with status 400 for readers', async (path) => {
    expect(page(await rawRequest(site.port, `GET ${path}`))).toBe(400)
  })

  test('a parameter of endless length is refused', async () => {
    const answer = await rawRequest(site.port, `GET /api/news/${'a'.repeat(5000)}`)
    expect(refusal(answer)[0]).toBeGreaterThanOrEqual(400)
    expect(refusal(answer)[0]).toBeLessThan(500)
  })

  test.each([
    '/../../etc/passwd',
    '/user/dist/../../../package.json',
    '/user/dist/..%2f..%2f..%2fpackage.json',
    '/user/dist/%2e%2e/%2e%2e/package.json',
    '/user/dist/.vite/manifest.json',
    '/user/dist/%00',
    '/user/dist/',
    '/user/dist/assets',
  ])('%s gives away no file', async (path) => {
    const { status, headers, body } = await rawRequest(site.port, `GET ${path}`)
    expect([400, 403, 404]).toContain(status)
    expect(headers).toMatchObject(expectedHeaders)
    expect(body).not.toContain('"workspaces"')
    expect(body).not.toContain('root:')
    expect(body).not.toContain('isEntry')
  })

  test.each(['//', '//[', '//:x/News', '//foo/News', '///News'])('%s has no page', async (path) => {
    const answer = await rawRequest(site.port, `GET ${path}`)
    expect(page(answer)).toBe(404)
    expect(answer.headers.location).toBe(undefined)
    expect(answer.body).toBe((await rawRequest(site.port, 'GET /nothing')).body)
  })

  test.each([
    '//evil.example/News',
    '/\\evil.example',
    '/News//',
    '/News?page[]=1',
    '/News?search=%00',
    '/News?%',
    '/?lang=%E0%A4%A',
    '/News?page=__proto__',
  ])('%s is a page and leads nowhere else', async (path) => {
    const answer = await rawRequest(site.port, `GET ${path}`)
    expect([200, 400, 404]).toContain(page(answer))
    expect(answer.headers.location).toBe(undefined)
  })
})

describe('a body that cannot be taken', () => {
  test.each([
    ['{', 'request.malformed'],
    ['', 'request.malformed'],
    ['{"name":"Li",}', 'request.malformed'],
    ['\u0000', 'request.malformed'],
    ['name=Li', 'request.malformed'],
  ])('%j is no JSON', async (body, error) => {
    expect(refusal(await post(json, body))).toEqual([400, error])
  })

  test.each([
    'application/xml',
    'text/html',
    'application/octet-stream',
    'application/jsonp',
    'json',
    'a/b/c',
    ';',
    'text/json',
    'application/json-patch+json',
  ])('the type %s is not taken', async (type) => {
    expect(refusal(await post({ 'content-type': type }, good))).toEqual([415, 'request.unsupportedType'])
  })

  test('a body without a type is not taken', async () => {
    expect(refusal(await post({}, good))).toEqual([415, 'request.unsupportedType'])
  })

  test('JSON with a charset is taken', async () => {
    expect((await post({ 'content-type': 'application/json; charset=utf-8' }, good)).status).toBe(200)
  })

  test('a body beyond the limit is refused, declared or not, and the limit is named', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(300_000), age: 1 })
    const declared = await post(json, large)
    expect(refusal(declared)).toEqual([413, 'request.tooLarge'])
    expect((JSON.parse(declared.body) as { data: { params: unknown } }).data.params).toEqual({ limitKb: 16 })
    const chunked = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`
    const undeclared = await rawRequest(
      site.port,
      `POST ${probePath}`,
      { ...json, 'transfer-encoding': 'chunked' },
      chunked,
    )
    expect(refusal(undeclared)).toEqual([413, 'request.tooLarge'])
  })

  test('a body that announces more than it may is refused before it is sent', async () => {
    const answer = await rawRequest(site.port, `POST ${probePath}`, { ...json, 'content-length': '999999999' })
    expect(refusal(answer)).toEqual([413, 'request.tooLarge'])
  })

  test('a large string within the limit is refused for its length', async () => {
    expect(refusal(await post(json, JSON.stringify({ name: 'x'.repeat(16_000), age: 1 })))).toEqual([
      422,
      'request.invalid',
    ])
  })
})

describe('a body of too many parts', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

  test.each([
    ['201 keys', keys(201)],
    ['201 keys further in', { name: 'Li', age: 30, tags: [keys(201)] }],
    ['5,001 values', { tags: Array.from({ length: 5_000 }, () => 1) }],
    ['5,001 values in small lists', Array.from({ length: 1_000 }, () => [1, 1, 1, 1, 1])],
  ])('%s are refused as such', async (_what, body) => {
    expect(refusal(await post(json, JSON.stringify(body)))).toEqual([413, 'request.tooManyValues'])
  })

  test('200 unknown keys are told by name, up to a hundred of them', async () => {
    const answer = await post(json, JSON.stringify(keys(200)))
    const { data } = JSON.parse(answer.body) as { data: { fields: { path: string }[] } }
    expect(refusal(answer)).toEqual([422, 'request.invalid'])
    expect(data.fields.length).toBe(100)
    expect(data.fields.at(-1)!.path).toBe('k97')
  })

  test('500 who hold back the last byte of a large body are refused without it, and others are served', async () => {
    const body = JSON.stringify(keys(22_000)).slice(0, -1)
    const head = `POST ${probePath} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length + 1}\r\n\r\n`
    const refused = await Promise.all(
      Array.from({ length: 500 }, async () => {
        const socket = connect(site.port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write(head + body)
        const [first] = (await once(socket, 'data')) as [Buffer]
        socket.destroy()
        return first.toString().slice(0, 12)
      }),
    )
    expect(new Set(refused)).toEqual(new Set(['HTTP/1.1 413']))
    expect((await site.get('/')).status).toBe(200)
  })
})

describe('what is no HTTP', () => {
  const head = `POST ${probePath} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`

  test.each([
    ['noise', 'hello\r\n\r\n'],
    ['bytes of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a header without a name', 'GET /api/news HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n'],
    ['a header with a bare line feed', 'GET /api/news HTTP/1.1\r\nhost: x\r\na: b\nc: d\x00\r\n\r\n'],
    ['two lengths', `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['a length and chunks', `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a broken chunk', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['a chunk longer than it says', `${head}transfer-encoding: chunked\r\n\r\n1\r\n{}{}{}\r\n0\r\n\r\n`],
    ['an unknown method', 'BREW /api/news HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a request with two hosts', 'GET /api/news HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n'],
    ['a request without a host', 'GET /api/news HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [
      'an expectation nobody can meet',
      'GET /api/news HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n',
    ],
  ])('%s is malformed', async (_what, bytes) => {
    const answer = await sendRaw(site.port, bytes)
    expect(refusal(answer)).toEqual([400, 'request.malformed'])
    expect(answer.all.match(/HTTP\/1\.1 /g)?.length).toBe(1)
  })

  test.each(['/api/news', '/'])('headers of 20 KB at %s are too large', async (path) => {
    const answer = await rawRequest(site.port, `GET ${path}`, { 'x-large': 'x'.repeat(20_000) })
    expect(refusal(answer)).toEqual([431, 'request.headersTooLarge'])
  })

  test('a thousand who begin a call and say no more keep nobody else waiting', async () => {
    const idle = await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const socket = connect(site.port, '127.0.0.1')
        await once(socket, 'connect')
        socket.write('GET / HTTP/1.1\r\nhost: x\r\n')
        return socket
      }),
    )
    const answers = await Promise.all(['/livez', '/', '/api/news'].map((path) => site.get(path)))
    for (const socket of idle) socket.destroy()
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('the server goes on serving others', async () => {
    expect((await site.get('/livez')).status).toBe(200)
  })
})

describe('an unusual method', () => {
  test.each(['TRACE', 'PROPFIND', 'SEARCH', 'OPTIONS', 'LINK'])('%s is refused without an echo', async (method) => {
    const answer = await rawRequest(site.port, `${method} /api/news`, { 'x-echo': 'echoed' })
    const [status, error] = refusal(answer)
    expect([404, 405]).toContain(status)
    expect(error).toBe('resource.notFound')
    expect(answer.all).not.toContain('echoed')
  })

  test('a wish to speak another protocol is ignored', async () => {
    const answer = await rawRequest(site.port, 'GET /livez', { connection: 'Upgrade, close', upgrade: 'websocket' })
    expect(answer.status).toBe(200)
  })
})
