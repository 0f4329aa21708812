import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

// Usage: PORT=… bare-put.ts <file>. Writes the body of every PUT into the file, and syncs it.
const [path = ''] = process.argv.slice(2)

const server = createServer(async (request, response) => {
  if (request.method === 'PUT') await pipeline(request, createWriteStream(path, { flush: true }))
  response.end()
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
