import { createServer, get, type IncomingMessage } from 'node:http'

// Usage: PORT=… bare-server.ts <address> <encoding> <cookie>. Fetches the address once, then sends the same response to
// everybody.
const [address = '', encoding = 'identity', cookie = ''] = process.argv.slice(2)

const answer = await new Promise<IncomingMessage>((answered, failed) => {
  get(address, { headers: { 'accept-encoding': encoding, ...(cookie && { cookie }) } }, answered).once('error', failed)
})
const body = Buffer.concat(await answer.toArray())

/** Node sets these itself. */
const own = new Set(['date', 'connection', 'keep-alive'])
const headers = Object.entries(answer.headers).flatMap(([name, value]) => (own.has(name) ? [] : [name, String(value)]))

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.keepAliveTimeout = 65_000
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
