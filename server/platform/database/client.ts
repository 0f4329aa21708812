import type { Socket } from 'node:net'
import pg from 'pg'

/** A database that takes longer to accept a connection counts as away. */
const connectTimeout = 5_000

/** A peer that disappeared silently is noticed after this long, plus ten probes of a second each. */
const keepAliveDelay = 10_000

/** How much longer than `statement_timeout` a response may take on the network. */
const networkAllowance = 5_000

/** How long a statement may wait in a pooler for a connection to PostgreSQL. */
const poolerAllowance = 20_000

/** How long a server may take to end a connection before it is cut. */
const closeTimeout = 2_000

interface Internals {
  connection: { stream: Socket }
  connectionParameters: { statement_timeout: string | number | false }
  readyForQuery?: boolean
  processID: number | null
  getStartupConf(): Record<string, string>
}

export interface ClientOptions extends pg.ClientConfig {
  /** Behind a pooler, which gives each transaction another session of PostgreSQL. */
  isPooled?: boolean
}

/** A pooler refuses time limits as parameters of a connection: there they are settings of the role. */
const omitTimeLimits = (internals: Internals): void => {
  const startupOf = internals.getStartupConf.bind(internals)
  internals.getStartupConf = () => {
    const { statement_timeout: _statement, idle_in_transaction_session_timeout: _idle, ...others } = startupOf()
    return others
  }
}

/**
 * A connection that gives up on a silent server. PostgreSQL ends every statement after `statement_timeout`; if
 * nothing has arrived some seconds later, the connection is dead or the server hangs, and waiting longer would only
 * block the caller.
 */
export class Client extends pg.Client {
  readonly #isPooled: boolean

  constructor(options?: ClientOptions) {
    super({
      ...options,
      connectionTimeoutMillis: connectTimeout,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelay,
    })
    this.#isPooled = options?.isPooled ?? false
    if (this.#isPooled) omitTimeLimits(this.#internals)
    // The pool listens only while a connection is idle. One that breaks inside a transaction would otherwise end the process; its
    // next query fails with the reason, so there is nothing to do here.
    this.on('error', () => undefined)
    this.once('connect', () => this.#watch())
  }

  override end(): Promise<void>
  override end(done: (error: Error) => void): void
  override end(done?: (error: Error) => void): Promise<void> | void {
    const { stream } = this.#internals.connection
    const cut = setTimeout(() => stream.destroy(), closeTimeout).unref()
    stream.once('close', () => clearTimeout(cut))
    return done ? super.end(done) : super.end()
  }

  get #internals(): Internals {
    return this as unknown as Internals
  }

  /** The process of PostgreSQL, as the other end of this connection names it; a pooler makes a number up. */
  get announcedProcess(): number | null {
    return this.#internals.processID
  }

  #watch(): void {
    const { stream } = this.#internals.connection
    this.limitSilence()
    stream.on('timeout', () => {
      if (this.#internals.readyForQuery) return
      // If this process was suspended, the response may be waiting to be read.
      const { bytesRead } = stream
      setTimeout(() => {
        if (stream.bytesRead === bytesRead && stream.timeout && !this.#internals.readyForQuery)
          stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
      }, 500).unref()
    })
  }

  /** Applies the limit derived from `statement_timeout`, which is the default. */
  limitSilence(): void {
    const statementTimeout = Number(this.#internals.connectionParameters.statement_timeout)
    const allowance = networkAllowance + (this.#isPooled ? poolerAllowance : 0)
    this.#internals.connection.stream.setTimeout(statementTimeout > 0 ? statementTimeout + allowance : 0)
  }

  /** For statements that may take as long as they need, until the connection is given back to the pool. */
  allowSilence(): void {
    this.#internals.connection.stream.setTimeout(0)
  }
}

/** Lifts every time limit from a session, for migrations and backups. */
export const liftTimeLimits = async (client: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  if (client instanceof Client) client.allowSilence()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
}
