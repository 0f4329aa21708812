import type { AccountId, SessionId } from '@lectern/contract/ids.ts'
import type { Person } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import type { Events } from '../../platform/http/events.ts'
import type { Identity } from '../../platform/identity.ts'
import { unreadOf } from './queries.ts'
import { maxStreams } from './stream-limits.ts'

/** A browser window that shows the number of unread notices. */
interface Stream {
  accountId: AccountId
  sessionId: SessionId
  /** Absent until the first count is known. */
  events?: Events
  unread?: number
  /** The count that the number is from: results may arrive out of order. */
  counting: number
  isOver: boolean
}

interface Deps {
  db: Database
  lastingSessions: Identity['lastingSessions']
  report: (error: unknown) => void
  most?: { perAccount: number; inAll: number }
}

const gatherMilliseconds = 200
const retryMilliseconds = 2_000
/** Accounts per query: it stays fast even with years of notices each. */
const maxInOneQuestion = 500

/** All streams of this process. */
export class LiveNotices {
  readonly #deps: Required<Deps>
  /** In the order in which they were opened. */
  readonly #streams = new Set<Stream>()
  readonly #ofAccount = new Map<AccountId, Set<Stream>>()
  /** Accounts whose count may have changed. */
  readonly #stale = new Set<AccountId>()
  #timer: NodeJS.Timeout | undefined
  #countings = 0
  #isClosed = false

  constructor(deps: Deps) {
    this.#deps = { most: maxStreams, ...deps }
  }

  /** Sends the count now and whenever it changes, until the browser disconnects or the session ends. */
  async follow({ id: accountId, sessionId }: Pick<Person, 'id' | 'sessionId'>, open: () => Events): Promise<void> {
    if (this.#isClosed || this.#streams.size >= this.#deps.most.inAll) throw fail('server.busy')
    const stream: Stream = { accountId, sessionId, counting: 0, isOver: false }
    // Subscribes before reading, so that no change in between is missed.
    this.#add(stream)
    try {
      const [, lasting] = await Promise.all([this.#count([accountId]), this.#deps.lastingSessions([sessionId])])
      if (!lasting.has(sessionId)) throw fail('session.required')
      if (stream.isOver) throw fail('server.busy')
      stream.events = open()
    } catch (error) {
      this.#end(stream)
      throw error
    }
    stream.events.onEnd(() => this.#end(stream))
    stream.events.send('unread', stream.unread)
  }

  /** Notification from the database: the account whose count may have changed; empty: any account. */
  hearNotice(accountId: string): void {
    if (accountId === '') for (const id of this.#ofAccount.keys()) this.#stale.add(id)
    else if (this.#ofAccount.has(accountId as AccountId)) this.#stale.add(accountId as AccountId)
    this.#gather(gatherMilliseconds)
  }

  /** Notification from the database: the pages of this account have changed, without a notice. */
  hearNews(accountId: string): void {
    for (const stream of this.#ofAccount.get(accountId as AccountId) ?? []) stream.events?.send('news', null)
  }

  /** Notification from the database: a session has ended. */
  hearSessionEnd(sessionId: string): void {
    for (const stream of this.#streams) if (stream.sessionId === sessionId) this.#end(stream)
  }

  /** Notifications may have been missed: everything is read again. */
  catchUp(): void {
    this.hearNotice('')
    this.#endOrphans().catch(this.#deps.report)
  }

  closeAll(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const stream of this.#streams) this.#end(stream)
  }

  #add(stream: Stream): void {
    const own = this.#ofAccount.get(stream.accountId) ?? new Set()
    const [oldest] = own
    if (oldest && own.size >= this.#deps.most.perAccount) {
      // Otherwise its window would reconnect at once and displace the next one.
      oldest.events?.send('stop', null)
      this.#end(oldest)
    }
    this.#ofAccount.set(stream.accountId, own.add(stream))
    this.#streams.add(stream)
  }

  #end(stream: Stream): void {
    if (stream.isOver) return
    stream.isOver = true
    this.#streams.delete(stream)
    const own = this.#ofAccount.get(stream.accountId)
    own?.delete(stream)
    if (own?.size === 0) this.#ofAccount.delete(stream.accountId)
    stream.events?.end()
  }

  async #endOrphans(): Promise<void> {
    const streams = [...this.#streams]
    if (streams.length === 0) return
    const lasting = await this.#deps.lastingSessions(streams.map(({ sessionId }) => sessionId))
    for (const stream of streams) if (!lasting.has(stream.sessionId)) this.#end(stream)
  }

  /** Combines many changes in a short time into one count. */
  #gather(milliseconds: number): void {
    if (this.#isClosed || this.#timer || this.#stale.size === 0) return
    this.#timer = setTimeout(() => void this.#countStale(), milliseconds).unref()
  }

  async #countStale(): Promise<void> {
    const ids = [...this.#stale].slice(0, maxInOneQuestion)
    for (const id of ids) this.#stale.delete(id)
    let pause = gatherMilliseconds
    try {
      await this.#count(ids)
    } catch (error) {
      this.#deps.report(error)
      for (const id of ids) this.#stale.add(id)
      pause = retryMilliseconds
    }
    this.#timer = undefined
    this.#gather(pause)
  }

  /** One query for all of them. */
  async #count(ids: readonly AccountId[]): Promise<void> {
    this.#countings += 1
    const counting = this.#countings
    const numbers = await unreadOf(this.#deps.db, ids)
    for (const id of ids)
      for (const stream of this.#ofAccount.get(id) ?? []) {
        const number = numbers.get(id) ?? 0
        if (counting < stream.counting) continue
        stream.counting = counting
        if (number === stream.unread) continue
        stream.unread = number
        stream.events?.send('unread', number)
      }
  }
}
