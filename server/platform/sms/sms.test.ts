import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { createSmsCarrier } from './http.ts'

interface Call {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: unknown
}

let close: () => Promise<void>
afterEach(() => close())

/** A gateway that accepts short messages over HTTP. */
const startTaker = async (answer: (response: ServerResponse) => void) => {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      calls.push({ method: request.method, path: request.url, headers: request.headers, body: JSON.parse(body) })
      answer(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { calls, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/send?app=1`) }
}

const message = { id: '0196f0b5-0000-7000-8000-000000000001', to: '+8613800000000', text: '验证码 123456' }
const template = { id: '{id}', to: '{to}', text: '{text}' }

describe('a short message', () => {
  test('is posted as JSON with the token and its id', async () => {
    const { calls, url } = await startTaker((response) => response.end())
    await createSmsCarrier({ url, token: 'secret', body: template }).send(message)
    expect(calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/send?app=1', body: message },
    ])
    const { authorization, 'content-type': type, 'idempotency-key': key } = calls[0]!.headers
    expect([authorization, type, key]).toEqual(['Bearer secret', 'application/json', message.id])
  })

  test('fills in the strings of its template, however deep, and each once', async () => {
    const { calls, url } = await startTaker((response) => response.writeHead(202).end('{"taken":true}'))
    const body = { to: ['tel:{to}'], content: { text: '[{text}] {other}', size: 1, note: null }, '{to}': '{id}/{id}' }
    const hostile = { ...message, text: '{to} $& {id}' }
    await createSmsCarrier({ url, token: undefined, body }).send(hostile)
    expect(calls[0]!.body).toEqual({
      to: ['tel:+8613800000000'],
      content: { text: '[{to} $& {id}] {other}', size: 1, note: null },
      '{to}': `${message.id}/${message.id}`,
    })
    expect(calls[0]!.headers.authorization).toBe(undefined)
  })
})

describe('a short message that is not taken', () => {
  test.each([400, 429, 500, 302])('tells status %i and nothing of the answer', async (status) => {
    const { calls, url } = await startTaker((response) =>
      response.writeHead(status, { location: '/elsewhere' }).end('the code 123456 was refused'),
    )
    const sending = createSmsCarrier({ url, token: undefined, body: template }).send(message)
    await expect(sending).rejects.toMatchObject({ message: `status: ${status}`, isFinal: false })
    expect(calls.map(({ path }) => path)).toEqual(['/send?app=1'])
  })

  test('does not wait for ever', async () => {
    const { url } = await startTaker(() => undefined)
    const sending = createSmsCarrier({ url, token: undefined, body: template, patienceMilliseconds: 200 }).send(message)
    await expect(sending).rejects.toMatchObject({ message: 'timeout: ETIMEDOUT' })
  })

  test('says that nobody listens', async () => {
    const { url } = await startTaker(() => undefined)
    await close()
    close = async () => undefined
    const sending = createSmsCarrier({ url, token: undefined, body: template }).send(message)
    await expect(sending).rejects.toMatchObject({ message: 'unreachable: ECONNREFUSED' })
  })
})
