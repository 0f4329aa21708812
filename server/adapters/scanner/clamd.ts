import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { ScannerAway, type Scanner, type ScanResult } from './scanner.ts'
import type { ClamdConfig } from '../../config-clamd.ts'

/** Without a byte in either direction. clamd needs most of it after the last byte, when it looks at the whole. */
const silenceMilliseconds = 120_000
/** Somebody may be waiting for the version. */
const versionMilliseconds = 5_000
const maxReplyBytes = 4_096
/** Of one chunk as clamd takes it. */
const maxChunkBytes = 1024 ** 2

const lengthOf = (bytes: number): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes)
  return head
}

/** `INSTREAM`: each chunk after its length, and a length of 0 at the end. */
const streamOf = async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const piece of content)
    for (let start = 0; start < piece.length; start += maxChunkBytes) {
      const chunk = piece.subarray(start, start + maxChunkBytes)
      yield lengthOf(chunk.length)
      yield chunk
    }
  yield lengthOf(0)
}

/** The reply ends with a zero byte. A connection that ends before it has said nothing, whatever it has sent. */
const readReply = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let reply = Buffer.alloc(0)
    socket.on('data', (piece) => {
      reply = Buffer.concat([reply, piece])
      const end = reply.indexOf(0)
      if (end >= 0) resolve(reply.toString('utf8', 0, end).trim())
      else if (reply.length > maxReplyBytes) reject(new ScannerAway('clamd sends a reply without an end'))
    })
    socket.on('error', (error) => reject(new ScannerAway(`clamd: ${error.message}`, { cause: error })))
    socket.on('close', () => reject(new ScannerAway('clamd has closed the connection without a reply')))
  })

/** What clamd adds to say that it has not looked into everything; an operator can have it do so. */
const notRead = /^Heuristics\.(?:Limits\.Exceeded|Encrypted)\b/

const resultOf = (reply: string): ScanResult => {
  if (reply === 'stream: OK') return { outcome: 'clean' }
  const signature = /^stream: (\S.*) FOUND$/.exec(reply)?.[1]
  if (signature !== undefined)
    return notRead.test(signature) ? { outcome: 'unreadable' } : { outcome: 'infected', signature }
  if (reply.startsWith('INSTREAM size limit exceeded')) return { outcome: 'tooLarge' }
  throw new ScannerAway(`clamd answers: ${reply.slice(0, 200)}`)
}

/** A client of clamd, the daemon of ClamAV, over a socket of this machine or TCP. */
export const createClamd = (
  { address, maxBytes }: ClamdConfig,
  { silence = silenceMilliseconds }: { silence?: number } = {},
): Scanner => {
  const exchange = async (
    request: AsyncIterable<Buffer>,
    { patience, signal }: { patience: number; signal?: AbortSignal },
  ): Promise<string> => {
    signal?.throwIfAborted()
    const socket = connect(address)
    const abort = (): void => void socket.destroy()
    signal?.addEventListener('abort', abort)
    socket.setTimeout(patience, () => socket.destroy(new Error('no answer in time')))
    const reply = readReply(socket)
    let hasReplied = false
    const replied = reply.finally(() => (hasReplied = true))
    replied.catch(() => undefined)
    try {
      // A reply before the end is the last word: clamd takes no more.
      for await (const piece of request) {
        if (hasReplied) break
        if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => replied), replied])
      }
      return await replied
    } finally {
      signal?.removeEventListener('abort', abort)
      socket.destroy()
    }
  }
  return {
    maxBytes,
    version: () =>
      exchange(Readable.from([Buffer.from('zVERSION\0')]), { patience: Math.min(silence, versionMilliseconds) }),
    scan: async (content, signal) => resultOf(await exchange(streamOf(content), { patience: silence, signal })),
  }
}
