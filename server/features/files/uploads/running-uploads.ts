import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import type { HashMemory } from './running-hash.ts'
import { renewLock, type Upload } from './upload-queries.ts'

interface Receiver {
  signal: AbortSignal
  end(): void
}

/** The uploads that this process is receiving. */
export interface Receivers {
  hashes: HashMemory
  /** How many there are. */
  readonly size: number
  /** Bytes have arrived. */
  onBytes: (bytes: number) => void
  begin(db: Database, held: Pick<Upload, 'id' | 'holder'>): Receiver
  /** Another request wants to continue this upload. */
  release(id: string): void
  /** The program stops: received bytes are kept, and the client continues with the next process. */
  releaseAll(): void
}

const heartbeatMilliseconds = 3_000

export const createReceivers = (onBytes: (bytes: number) => void): Receivers => {
  const receiving = new Map<FileId, AbortController>()
  return {
    hashes: new Map(),
    get size() {
      return receiving.size
    },
    onBytes,
    begin: (db, held) => {
      const controller = new AbortController()
      receiving.set(held.id, controller)
      // A slow sender keeps the lock; a database that is briefly unavailable does not take it away.
      const heartbeat = setInterval(() => {
        renewLock(db, held).then(
          (isHeld) => !isHeld && controller.abort(fail('upload.elsewhere')),
          () => undefined,
        )
      }, heartbeatMilliseconds).unref()
      return {
        signal: controller.signal,
        end: () => {
          clearInterval(heartbeat)
          if (receiving.get(held.id) === controller) receiving.delete(held.id)
        },
      }
    },
    release: (id) => receiving.get(id as FileId)?.abort(fail('upload.elsewhere')),
    releaseAll: () => {
      for (const controller of receiving.values()) controller.abort(fail('server.busy'))
    },
  }
}

const headBytes = 64 * 1024

interface Pieces {
  all: AsyncIterable<Buffer>
  /** The first bytes received. */
  head(): Buffer
}

interface PiecesOptions {
  /** More bytes than this exceed the announced size. */
  most: number
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

/**
 * Frees the memory of a piece at once. Otherwise every few megabytes of an upload make the collector go through the
 * whole heap, which takes longer than receiving them.
 */
const freePiece = ({ buffer, length }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

/** A request's body as it comes in, until another request takes over. */
export const incomingPieces = (body: Readable, { most, signal, onBytes }: PiecesOptions): Pieces => {
  const heads: Buffer[] = []
  let count = 0
  const all = async function* (): AsyncGenerator<Buffer> {
    // Does not wait: the other end of the connection may be gone.
    const leave = (): void => void body.destroy()
    signal.addEventListener('abort', leave)
    try {
      signal.throwIfAborted()
      for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (count < headBytes) heads.push(Buffer.from(piece.subarray(0, headBytes - count)))
        count += piece.length
        onBytes(piece.length)
        if (count > most) throw fail('request.malformed')
        yield piece
        // By now it has been stored. The parser of requests gives every piece memory of its own.
        if (body instanceof IncomingMessage) freePiece(piece)
      }
    } catch (error) {
      if (signal.aborted) {
        leave()
        throw signal.reason
      }
      // Otherwise the connection was cut, and nobody reads the response.
      throw error instanceof AppError ? error : fail('request.malformed')
    } finally {
      signal.removeEventListener('abort', leave)
      // Unwanted bytes are read to the end, so that the response gets through.
      body.resume()
    }
  }
  return { all: all(), head: () => Buffer.concat(heads) }
}
