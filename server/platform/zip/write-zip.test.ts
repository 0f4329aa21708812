import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readZip } from '../../testing/read-zip.ts'
import { writeZip, type ZipEntry } from './write-zip.ts'

const entriesOf = async function* (contents: Record<string, Readable>): AsyncGenerator<ZipEntry> {
  for (const [name, content] of Object.entries(contents)) yield { name, modified: '2026-05-20 20:00', content }
}

test('an archive holds what its entries held, and every entry is closed', async () => {
  const contents = { one: Readable.from([Buffer.from('1')]), two: Readable.from([Buffer.from('2')]) }
  expect(readZip(await buffer(writeZip(entriesOf(contents))))).toEqual({ one: '1', two: '2' })
  expect(Object.values(contents).map(({ destroyed }) => destroyed)).toEqual([true, true])
})

test('a consumer that stops right after the name of an entry leaves no file open', async () => {
  const content = new Readable({ read: () => undefined })
  // So long that nothing more is read before somebody consumes it.
  const archive = writeZip(entriesOf({ ['x'.repeat(65_535)]: content }))
  await once(archive, 'readable')
  archive.destroy()
  await once(archive, 'close')
  expect(content.destroyed).toBe(true)
})
