import type { Readable } from 'node:stream'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { AppError, fail } from '../../platform/failure.ts'
import { keepHolding, type Upload } from './upload-queries.ts'

interface Receiver {
  signal: AbortSignal
  end(): void
}

/** The uploads whose bytes this process receives just now. */
export interface Receivers {
  begin(db: Database, held: Pick<Upload, 'id' | 'holder'>): Receiver
  /** Another request wants to go on with this upload. */
  letGo(id: string): void
  /** The program stops: what has come is kept, the rest is sent to its successor. */
  releaseAll(): void
}

const heartbeatMilliseconds = 3_000

export const createReceivers = (): Receivers => {
  const receiving = new Map<FileId, AbortController>()
  return {
    begin: (db, held) => {
      const controller = new AbortController()
      receiving.set(held.id, controller)
      // Somebody who sends slowly holds on to it; a database that is away for a moment takes nothing from him.
      const heartbeat = setInterval(() => {
        keepHolding(db, held).then(
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
    letGo: (id) => receiving.get(id as FileId)?.abort(fail('upload.elsewhere')),
    releaseAll: () => {
      for (const controller of receiving.values()) controller.abort(fail('server.busy'))
    },
  }
}

const headBytes = 64 * 1024

interface Pieces {
  all: AsyncIterable<Buffer>
  /** The first bytes of those that came. */
  head(): Buffer
}

interface PiecesOptions {
  /** More than these is more than was announced. */
  most: number
  signal: AbortSignal
}

/** A request's body as it comes in, until somebody else takes over. */
export const incomingPieces = (body: Readable, { most, signal }: PiecesOptions): Pieces => {
  const heads: Buffer[] = []
  let count = 0
  const all = async function* (): AsyncGenerator<Buffer> {
    // Whoever takes over does not wait: the connection may be one that nobody is at the other end of.
    const leave = (): void => void body.destroy()
    signal.addEventListener('abort', leave)
    try {
      signal.throwIfAborted()
      for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (count < headBytes) heads.push(piece.subarray(0, headBytes - count))
        count += piece.length
        if (count > most) throw fail('request.malformed')
        yield piece
      }
    } catch (error) {
      if (signal.aborted) {
        leave()
        throw signal.reason
      }
      // Else it was cut off, and nobody will read what is answered.
      throw error instanceof AppError ? error : fail('request.malformed')
    } finally {
      signal.removeEventListener('abort', leave)
      // What is not wanted any more is read to its end, so that the answer gets through.
      body.resume()
    }
  }
  return { all: all(), head: () => Buffer.concat(heads) }
}
