import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PacedWriter } from './paced-writer.ts'

const pieceBytes = 64 * 1024
const body = Buffer.alloc(32 * 1024 * 1024, 'a')

/** So many answers that are ready to be written, to clients that do not read them yet. */
const openAnswers = async (count: number) => {
  const responses: ServerResponse[] = []
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': body.length })
    response.flushHeaders()
    responses.push(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      const call = request({ host: '127.0.0.1', port, agent: false }).end()
      return ((await once(call, 'response')) as [IncomingMessage])[0]
    }),
  )
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { responses, clients, close }
}

const lengthOf = async (answer: IncomingMessage): Promise<number> => {
  let bytes = 0
  for await (const piece of answer) bytes += (piece as Buffer).length
  return bytes
}

test('a large answer occupies one piece of memory while nobody reads it, and arrives whole', async () => {
  const { responses, clients, close } = await openAnswers(1)
  const [response] = responses
  new PacedWriter().end(response!, body)
  await expect.poll(() => response!.writableNeedDrain).toBe(true)
  expect(response!.writableLength).toBeLessThanOrEqual(pieceBytes)
  expect(await lengthOf(clients[0]!)).toBe(body.length)
  close()
})

test('in one turn of the event loop only a few of many answers are written', async () => {
  const { responses, clients, close } = await openAnswers(80)
  const writer = new PacedWriter()
  const written = (): number =>
    responses.reduce((sum, { socket, writableLength }) => sum + (socket?.bytesWritten ?? 0) + writableLength, 0)
  const before = written()
  for (const response of responses) writer.end(response, body)
  expect(written()).toBe(before)
  let largest = 0
  for (let last = before, turns = 0; turns < 200; turns += 1) {
    await nextTurn()
    largest = Math.max(largest, written() - last)
    last = written()
  }
  expect(largest).toBeGreaterThan(0)
  expect(largest).toBeLessThan(responses.length * pieceBytes)
  for (const client of clients) client.destroy()
  close()
})
