import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { rangeOf } from '../server/platform/http/stored-content.ts'
import { findMetadata } from '../server/platform/media/mp4-metadata.ts'
import { overlaidContent } from '../server/platform/media/overlay.ts'
import { createDiskStorage } from '../server/platform/storage/disk.ts'
import { sourceUnder } from '../server/platform/storage/stored-source.ts'

// Usage: PORT=… film-server.ts <folder> <key>. Serves a stored film as it is, and as experts get it.
const [folder = '', key = ''] = process.argv.slice(2)
const storage = createDiskStorage(folder)
const size = (await storage.sizeOf(key))!
const plain = { size, tag: 'film', open: storage.read.bind(undefined, key) }
const { patches } = await findMetadata(sourceUnder(storage, key, size))
const blind = overlaidContent(plain, patches)

const server = createServer(async (request, response) => {
  if (request.url === '/') {
    response.end()
    return
  }
  const range = rangeOf(request.headers.range, size)
  if (range === 'unsatisfiable') throw new Error('no such range')
  const content = request.url === '/blind' ? blind : plain
  await pipeline((await content.open(range === 'none' ? undefined : range))!, response)
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
