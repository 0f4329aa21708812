import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** What the driver lets a statement of its own kind do on the connection. */
interface Wire {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

const nothing = (): void => undefined

/** What the driver calls on every statement, whether it concerns COPY or not. */
const deaf = {
  handleRowDescription: nothing,
  handleDataRow: nothing,
  handlePortalSuspended: nothing,
  handleEmptyQuery: nothing,
  handleCommandComplete: nothing,
}

const bufferedBytes = 1024 ** 2

const submit = (client: pg.PoolClient, statement: object): void => {
  void client.query(statement as pg.Submittable)
}

/** What a `copy … to stdout` gives, as it comes: the server waits when nobody reads. */
export const copyOut = (client: pg.PoolClient, sql: string): Readable => {
  let wire: Wire | undefined
  const rows = new Readable({ highWaterMark: bufferedBytes, read: () => wire?.stream.resume() })
  submit(client, {
    ...deaf,
    submit: (connection: Wire) => {
      wire = connection
      connection.query(sql)
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: Wire) => {
      // The driver uses its memory again for what comes next.
      if (!rows.push(Buffer.from(chunk))) stream.pause()
    },
    handleError: (error: Error) => rows.destroy(error),
    handleReadyForQuery: () => rows.push(null),
  })
  return rows
}

/** A `copy … from stdin` under way. */
export interface CopyIn {
  /** Gives more; done when the connection can take the next piece. */
  write(piece: Buffer): Promise<void>
  /** Done when the rows are in, or refused. */
  end(): Promise<void>
}

export const copyIn = async (client: pg.PoolClient, sql: string): Promise<CopyIn> => {
  let refusal: Error | undefined
  const begun = Promise.withResolvers<Wire>()
  const done = Promise.withResolvers<void>()
  submit(client, {
    ...deaf,
    submit: (connection: Wire) => {
      connection.query(sql)
    },
    handleCopyInResponse: (connection: Wire) => begun.resolve(connection),
    handleError: (error: Error) => {
      refusal = error
      begun.reject(error)
      done.resolve()
    },
    handleReadyForQuery: () => done.resolve(),
  })
  const wire = await begun.promise
  return {
    write: async (piece) => {
      if (refusal) throw refusal
      wire.sendCopyFromChunk(piece)
      if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), done.promise])
    },
    end: async () => {
      if (!refusal) wire.endCopyFrom()
      await done.promise
      if (refusal) throw refusal
    },
  }
}
