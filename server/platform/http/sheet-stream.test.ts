import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint } from '@lectern/contract/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startSite, type TestSite } from '../../testing/site.ts'
import { everyone } from '../policy.ts'
import { sheetTypes, writeSheet } from '../sheets/write-sheet.ts'

const exportProbe = endpoint({
  method: 'GET',
  path: '/api/export-probe',
  summary: 'A sheet of more than any buffer holds',
  answer: z.object({}),
})

const rows = 100_000
let read = 0
const manyRows = async function* (): AsyncGenerator<string[]> {
  for (; read < rows; read += 1) yield ['x'.repeat(10_000)]
}

let site: TestSite
beforeAll(async () => {
  site = await startSite({
    extraRoutes: ({ serveFile }) =>
      serveFile(exportProbe, { policy: everyone }, async () => ({
        type: sheetTypes.csv,
        name: 'probe.csv',
        body: await writeSheet('csv', { name: 'probe', columns: [{ heading: 'x' }], rows: manyRows() }),
      })),
  })
})
afterAll(() => site.close())

test('a sheet is read from the database on demand: a consumer that pauses keeps nothing in memory', async () => {
  const socket = connect(site.port, '127.0.0.1')
  socket.write(`GET ${exportProbe.path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  let before = -1
  while (before !== read) {
    before = read
    await sleep(200)
  }
  expect(read).toBeLessThan(rows / 10)
  socket.destroy()
})

test.each([
  ['/api/docs', 'text/html; charset=utf-8'],
  ['/api/docs/openapi.json', 'application/json; charset=utf-8'],
  ['/api/docs/style.css', 'text/css; charset=utf-8'],
])('%s is compressed, and known again by its tag', async (path, type) => {
  const answer = await site.get(path, { 'accept-encoding': 'br' })
  const etag = answer.headers.get('etag')!
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(Number(answer.headers.get('content-length'))).toBeLessThan(answer.text.length / 1.5)
  const again = await site.get(path, { 'if-none-match': etag })
  expect([again.status, again.text]).toEqual([304, ''])
})
