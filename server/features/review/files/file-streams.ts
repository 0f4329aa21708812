import type { Readable } from 'node:stream'
import type { AccountId, SessionId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { fail } from '../../../platform/failure.ts'
import type { StoredContent } from '../../../platform/http/stored-content.ts'
import type { Identity } from '../../../platform/identity.ts'
import { openTokens } from '../queries.ts'

/** A file that is being sent, or is about to be. */
interface Sending {
  /** Of the assignment; undefined: of several, whose files are watched one by one. */
  token?: string
  /** Who has begun an archive. */
  archiveOf?: AccountId
  sessionId: SessionId
  stream?: Readable
  isOver: boolean
}

interface Owner {
  token: string
  sessionId: SessionId
}

interface Deps {
  db: Database
  lastingSessions: Identity['lastingSessions']
  report: (error: unknown) => void
}

/** All files that this process sends to experts. They end at once when the assignment or the session does. */
export class FileStreams {
  readonly #deps: Deps
  readonly #sending = new Set<Sending>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The same content, sent only as long as the assignment and the session last. */
  watched(owner: Owner, content: StoredContent): StoredContent {
    return { ...content, open: (range) => this.#open(owner, () => content.open(range)) }
  }

  /** An archive that ends with the session. Each expert has one at a time: one that is begun anew ends the one before. */
  watchedArchive({ id, sessionId }: { id: AccountId; sessionId: SessionId }, stream: Readable): Readable {
    for (const sending of this.#sending) if (sending.archiveOf === id) this.#end(sending)
    const sending: Sending = { archiveOf: id, sessionId, stream, isOver: false }
    this.#sending.add(sending)
    stream.once('close', () => this.#sending.delete(sending))
    return stream
  }

  /** Notification from the database: nothing is opened by this token any more. */
  hearAssignmentEnd(token: string): void {
    for (const sending of this.#sending) if (sending.token === token) this.#end(sending)
  }

  /** Notification from the database: a session has ended. */
  hearSessionEnd(sessionId: string): void {
    for (const sending of this.#sending) if (sending.sessionId === sessionId) this.#end(sending)
  }

  /** Notifications may have been missed. */
  catchUp(): void {
    this.#endOrphans().catch(this.#deps.report)
  }

  closeAll(): void {
    for (const sending of this.#sending) this.#end(sending)
  }

  async #open(owner: Owner, open: StoredContent['open']): Promise<Readable | undefined> {
    const sending: Sending = { ...owner, isOver: false }
    // Watched first, then checked again: an end in between is not missed.
    this.#sending.add(sending)
    try {
      const isOpen = (await openTokens(this.#deps.db, [owner.token])).has(owner.token)
      const stream = isOpen ? await open() : undefined
      if (!stream || sending.isOver) {
        stream?.destroy()
        throw fail('file.notFound')
      }
      sending.stream = stream
      stream.once('close', () => this.#sending.delete(sending))
      return stream
    } catch (error) {
      this.#sending.delete(sending)
      throw error
    }
  }

  #end(sending: Sending): void {
    sending.isOver = true
    this.#sending.delete(sending)
    sending.stream?.destroy()
  }

  async #endOrphans(): Promise<void> {
    const all = [...this.#sending]
    if (all.length === 0) return
    const [tokens, sessions] = await Promise.all([
      openTokens(
        this.#deps.db,
        all.flatMap(({ token }) => token ?? []),
      ),
      this.#deps.lastingSessions(all.map(({ sessionId }) => sessionId)),
    ])
    const isOpen = ({ token }: Sending): boolean => token === undefined || tokens.has(token)
    for (const sending of all) if (!isOpen(sending) || !sessions.has(sending.sessionId)) this.#end(sending)
  }
}
