import type { giveStatement as statementEndpoint, writeInCase as writeEndpoint } from '@lectern/contract/cases/cases.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { CaseId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { takeStep } from '../../steps/service.ts'
import { eraseTime } from '../deadlines.ts'
import { attachEvidence } from './evidence.ts'
import { notifyArbiters } from '../notices.ts'
import { requireLockedOwnCase, type OwnCase } from './own-cases.ts'
import { moveCase, unnamed, type Move } from '../steps.ts'
import { caseMessage } from '../tables.ts'

interface PartyStep {
  id: CaseId
  version?: number
  may: (own: OwnCase) => Verdict
  move: (own: OwnCase) => Promise<Move>
}

const takePartyStep = (ctx: SignedIn, { id, version, may, move }: PartyStep): Promise<void> =>
  takeStep(unnamed(ctx), {
    lock: () => requireLockedOwnCase(ctx, id, version),
    may,
    move: async (own) => moveCase(ctx, own.view, { ...(await move(own)), isOfParty: true }),
  })

export const withdrawCase = (outer: SignedIn, id: CaseId, version: number): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takePartyStep(ctx, {
      id,
      version,
      may: ({ may }) => may.withdraw,
      move: async ({ view }) => ({
        kind: 'withdrawn',
        to: 'withdrawn',
        action: 'case.withdrawn',
        changes: { dueAt: null, closedAt: ctx.now, eraseAt: eraseTime(ctx) },
        notify: () => notifyArbiters(ctx, view, 'withdrawn'),
      }),
    }),
  )

/** A message to the arbiters. */
export const writeInCase = async (
  outer: SignedIn,
  id: CaseId,
  { text, evidence }: BodyOf<typeof writeEndpoint>,
  key: string | undefined,
): Promise<void> => {
  const call = { scope: `case.message ${outer.actor.id}`, key, input: { id, text, evidence } }
  await withIdempotencyKey(outer, call, async (ctx) => {
    await takePartyStep(ctx, {
      id,
      may: ({ may }) => may.write,
      move: async ({ view, side }) => {
        const messageId = newId<string>(ctx.now)
        await ctx.db
          .insert(caseMessage)
          .values({ id: messageId, caseId: id, thread: side, arbiterId: null, text, at: ctx.now })
        await attachEvidence(ctx, evidence, { caseId: id, side, part: 'message', messageId })
        return { kind: 'message', action: 'case.written', notify: () => notifyArbiters(ctx, view, 'partyWrote') }
      },
    })
    return {}
  })
}

/** What the team says about the case, once. */
export const giveStatement = async (
  outer: SignedIn,
  id: CaseId,
  { text, evidence }: BodyOf<typeof statementEndpoint>,
  key: string | undefined,
): Promise<void> => {
  const call = { scope: `case.statement ${outer.actor.id}`, key, input: { id, text, evidence } }
  await withIdempotencyKey(outer, call, async (ctx) => {
    await takePartyStep(ctx, {
      id,
      may: ({ may }) => may.state,
      move: async ({ view, side }) => {
        await attachEvidence(ctx, evidence, { caseId: id, side, part: 'statement' })
        return {
          kind: 'statementGiven',
          action: 'case.statementGiven',
          changes: { statement: text, statementAt: ctx.now },
          notify: () => notifyArbiters(ctx, view, 'statementGiven'),
        }
      },
    })
    return {}
  })
}
