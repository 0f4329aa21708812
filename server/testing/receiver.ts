import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Received {
  path: string
  headers: IncomingHttpHeaders & Record<`webhook-${'id' | 'timestamp' | 'signature'}`, string>
  body: Buffer
}

type Respond = (request: IncomingMessage, response: ServerResponse, received: Received) => void

const confirm: Respond = (_request, response) => response.writeHead(204).end()

/** A program elsewhere that receives webhooks, and answers as the test says. */
export const startReceiver = async (host = '127.0.0.1', port = 0) => {
  const received: Received[] = []
  let respond = confirm
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const one = { path: request.url!, headers: request.headers as Received['headers'], body }
      received.push(one)
      respond(request, response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    url: `http://${host}:${address.port}`,
    received,
    /** Absent: it confirms everything. */
    answerWith: (given: Respond = confirm) => {
      respond = given
    },
    answerStatus: (status: number, headers: Record<string, string> = {}) => {
      respond = (_request, response) => response.writeHead(status, headers).end()
    },
    closeConnections: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
