import type { FastifyReply } from 'fastify'

/** A stream of server-sent events. */
export interface Events {
  send(event: string, data: unknown): void
  end(): void
  onEnd(listener: () => void): void
}

const heartbeatMilliseconds = 25_000

export const openEvents = (reply: FastifyReply, securityHeaders: Record<string, string>): Events => {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...securityHeaders,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that buffer responses would delay events.
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 3000\n\n')
  const heartbeat = setInterval(() => raw.write(':\n\n'), heartbeatMilliseconds).unref()
  const stopHeartbeat = (): void => clearInterval(heartbeat)
  const onEnd = (listener: () => void): void => {
    // The client may have disconnected before the stream was opened.
    if (raw.closed) listener()
    else raw.once('close', listener)
  }
  onEnd(stopHeartbeat)
  return {
    send: (event, data) => void raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => {
      // A client that does not read keeps the stream open for a while; nothing may be written to it then.
      stopHeartbeat()
      raw.end()
    },
    onEnd,
  }
}
