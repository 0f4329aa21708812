import type { SessionId } from '@lectern/contract/ids.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from './context.ts'

/** Identifies the actors of requests. */
export interface Identity {
  identify(request: FastifyRequest): Promise<Actor>
  /** Stores when sessions were last used. */
  writeSeen(): Promise<void>
  /** Those of these sessions that are still valid. */
  lastingSessions(ids: readonly SessionId[]): Promise<ReadonlySet<SessionId>>
}
