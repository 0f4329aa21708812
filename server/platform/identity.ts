import type { SessionId } from '@lectern/contract/ids.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from './context.ts'

/** Who is behind requests. */
export interface Identity {
  identify(request: FastifyRequest): Promise<Actor>
  /** Writes down when sessions were last in use. */
  writeSeen(): Promise<void>
  /** Which of these sessions have not ended. */
  lastingSessions(ids: readonly SessionId[]): Promise<ReadonlySet<SessionId>>
}
