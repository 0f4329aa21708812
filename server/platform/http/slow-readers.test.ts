import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { SlowReaders } from './slow-readers.ts'

const minute = 60_000
const server = createServer()
afterEach(() => new Promise((closed) => server.close(closed)))

test('an answer that is finished and not taken within minutes is broken off; one that is taken, and one still being written, are not', async () => {
  const readers = new SlowReaders()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ask = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const asked = once(server, 'request')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const response = (await asked)[1] as ServerResponse
    readers.watch(response, 0)
    return { socket, response }
  }
  const large = Buffer.alloc(50 * 1024 * 1024)
  const [stuck, taken, streamed] = [await ask(), await ask(), await ask()]
  for (const { socket } of [stuck, streamed]) socket.pause()
  taken.socket.resume()
  const [brokenOff, finished] = [once(stuck.response, 'close'), once(taken.response, 'finish')]
  for (const { response } of [stuck, taken]) response.end(large)
  streamed.response.write(large)
  await finished
  readers.sweep(minute)
  readers.sweep(3 * minute)
  expect(stuck.response.destroyed).toBe(false)
  readers.sweep(4 * minute)
  await brokenOff
  expect([taken, streamed].map(({ response }) => response.socket?.destroyed ?? false)).toEqual([false, false])
  readers.sweep(13 * 60 * minute)
  await once(streamed.response, 'close')
  for (const { socket } of [stuck, taken, streamed]) socket.destroy()
})
