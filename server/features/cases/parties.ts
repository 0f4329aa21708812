import type { giveStatement as statementEndpoint, writeInCase as writeEndpoint } from '@lectern/contract/cases.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { CaseId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { permit } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { changeCase } from './case-view.ts'
import { eraseTime } from './deadlines.ts'
import { attachEvidence } from './evidence.ts'
import { notifyArbiters } from './notices.ts'
import { requireLockedOwnCase } from './own-cases.ts'
import { recordOfParty } from './record.ts'
import { caseMessage } from './tables.ts'

export const withdrawCase = (outer: SignedIn, id: CaseId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const { view, may } = await requireLockedOwnCase(ctx, id, version)
    permit(may.withdraw)
    await changeCase(ctx.db, view, { state: 'withdrawn', dueAt: null, closedAt: ctx.now, eraseAt: eraseTime(ctx) })
    await recordOfParty(ctx, {
      id,
      kind: 'withdrawn',
      action: 'case.withdrawn',
      before: { state: view.state },
      after: { state: 'withdrawn' },
    })
    await notifyArbiters(ctx, view, 'withdrawn')
  })

/** A message to the arbiters. */
export const writeInCase = async (
  outer: SignedIn,
  id: CaseId,
  { text, evidence }: BodyOf<typeof writeEndpoint>,
  key: string | undefined,
): Promise<void> => {
  const call = { scope: `case.message ${outer.actor.id}`, key, input: { id, text, evidence } }
  await withIdempotencyKey(outer, call, async (ctx) => {
    const { view, side, may } = await requireLockedOwnCase(ctx, id)
    permit(may.write)
    const messageId = newId<string>(ctx.now)
    await ctx.db
      .insert(caseMessage)
      .values({ id: messageId, caseId: id, thread: side, arbiterId: null, text, at: ctx.now })
    await attachEvidence(ctx, evidence, { caseId: id, side, part: 'message', messageId })
    await recordOfParty(ctx, { id, kind: 'message', action: 'case.written' })
    await notifyArbiters(ctx, view, 'partyWrote')
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
    const { view, side, may } = await requireLockedOwnCase(ctx, id)
    permit(may.state)
    await changeCase(ctx.db, view, { statement: text, statementAt: ctx.now })
    await attachEvidence(ctx, evidence, { caseId: id, side, part: 'statement' })
    await recordOfParty(ctx, { id, kind: 'statementGiven', action: 'case.statementGiven' })
    await notifyArbiters(ctx, view, 'statementGiven')
    return {}
  })
}
