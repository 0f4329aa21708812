import { connect as dial } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** The raw response. */
  all: string
}

/** Sends raw bytes and reads until the server closes: for requests that fetch would not send. */
export const sendRaw = (port: number, bytes: string): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const socket = dial({ host: '127.0.0.1', port }, () => socket.write(bytes, 'latin1'))
    const chunks: Buffer[] = []
    socket.setTimeout(5_000, () => socket.destroy(new Error('the server neither answered nor closed')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const all = Buffer.concat(chunks).toString()
      const [head = '', body = ''] = all.split('\r\n\r\n', 2)
      const [statusLine = '', ...lines] = head.split('\r\n')
      const headers = lines.map(
        (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
      )
      resolve({ status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), body, all })
    })
  })

/** A handwritten request, after which the server closes. */
export const rawRequest = (
  port: number,
  line: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<RawAnswer> => {
  const fields = Object.entries({ host: `127.0.0.1:${port}`, connection: 'close', ...headers })
  return sendRaw(
    port,
    `${line} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
