import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { recordingHost } from './testing/recording-host.ts'
import { createRequest } from './request.ts'

const servers: Server[] = []

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const unreachable = ['error', 'Network exception: cannot reach the server']

test('a connection that the server resets gives "Network request failed" and one message', async () => {
  const origin = await serve((incoming) => incoming.socket.destroy())
  const { host, seen } = recordingHost(fetch)
  await expect(createRequest(host)(`${origin}/api/teams`)).rejects.toMatchObject({
    name: 'NetworkError',
    message: 'Network request failed',
    response: undefined,
    cause: expect.any(TypeError),
  })
  expect(seen).toEqual([unreachable])
})

test('a connection that is reset in the middle of the body is a network failure too', async () => {
  const origin = await serve((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    answer.write('{"code":200', () => answer.destroy())
  })
  const { host, seen } = recordingHost(fetch)
  await expect(createRequest(host)(`${origin}/`)).rejects.toMatchObject({ message: 'Network request failed' })
  expect(seen).toEqual([unreachable])
})

test('a closed port is a network failure', async () => {
  const origin = await serve(() => {})
  await new Promise((resolve) => servers.pop()?.close(resolve))
  const { host, seen } = recordingHost(fetch)
  await expect(createRequest(host)(`${origin}/`)).rejects.toMatchObject({ message: 'Network request failed' })
  expect(seen).toEqual([unreachable])
})

test('a server that does not respond, or stops in the middle of the body, times out', async () => {
  const origin = await serve((incoming, answer) => {
    if (incoming.url === '/half') answer.writeHead(200, { 'content-type': 'application/json' }).write('{"code"')
  })
  for (const path of ['/silent', '/half']) {
    const { host, seen } = recordingHost(fetch)
    await expect(createRequest(host)(origin + path, { timeout: 50 })).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'Network request timed out',
    })
    expect(seen).toEqual([unreachable])
  }
})

test('the timeout does not affect a response in time', async () => {
  const origin = await serve((_, answer) =>
    answer.setHeader('content-type', 'application/json').end('{"code":200,"data":1}'),
  )
  const { host, seen } = recordingHost(fetch)
  expect(await createRequest(host)(`${origin}/`, { timeout: 10_000 })).toEqual({ code: 200, data: 1 })
  expect(seen).toEqual([])
})

test('a deliberate abort, before or during the request, is thrown and shows nothing', async () => {
  const controller = new AbortController()
  const origin = await serve(() => controller.abort())
  const { host, seen } = recordingHost(fetch)
  const request = createRequest(host)
  const aborted = { name: 'AbortError', message: 'Aborted' }
  await expect(request(`${origin}/`, { signal: controller.signal })).rejects.toMatchObject(aborted)
  await expect(request(`${origin}/`, { signal: AbortSignal.abort() })).rejects.toMatchObject(aborted)
  expect(seen).toEqual([])
})

test('a real server receives method, query, headers and JSON', async () => {
  const origin = await serve(async (incoming, answer) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const { method, url, headers } = incoming
    const { accept, 'accept-language': language, 'content-type': type } = headers
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ code: 200, data: { method, url, accept, language, type, body } }))
  })
  const { host } = recordingHost(fetch)
  expect(
    await createRequest(host).put(`${origin}/api/teams`, { params: { tag: ['a', 'b'] }, data: { 名: 1 } }),
  ).toEqual({
    code: 200,
    data: {
      method: 'PUT',
      url: '/api/teams?tag=a&tag=b',
      accept: 'application/json',
      language: 'en-US',
      type: 'application/json',
      body: '{"名":1}',
    },
  })
})
