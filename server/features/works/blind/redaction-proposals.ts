import type { AccountId, FileId, RedactionId, WorkId } from '@lectern/contract/ids.ts'
import type { Redaction } from '@lectern/contract/works/work-office.ts'
import type { RedactionDecision } from '@lectern/contract/works/work-values.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { violatedConstraint, type Database } from '../../../platform/database/connect.ts'
import { alias, and, desc, eq, isNull, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { permit, permitted, refusalText, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { account } from '../../accounts/tables.ts'
import { audit } from '../../audit/service.ts'
import { file } from '../../files/tables.ts'
import { withdrawNotices } from '../../notices/service.ts'
import { findInspected } from '../checks/inspection-queries.ts'
import { putInPlace } from './redacted-copies.ts'
import { notifyOfRedaction, redactionLink } from './redaction-notices.ts'
import { lockWorkRow } from '../queries.ts'
import { redactionProposal } from '../tables.ts'

/** Whoever proposes a copy does not confirm it. */
export const mayConfirmRedaction = (
  { proposedBy }: { proposedBy: AccountId },
  { actor }: Pick<SignedIn, 'actor'>,
): Verdict => (proposedBy === actor.id ? refuse('work.secondNeeded') : permitted)

interface Proposal {
  workId: WorkId
  fileId: FileId
  copyId: FileId
  reason: string
  proposedBy: AccountId
}

export const hasOpenProposal = async (db: Database, fileId: FileId): Promise<boolean> => {
  const rows = await db
    .select({ id: redactionProposal.id })
    .from(redactionProposal)
    .where(and(eq(redactionProposal.fileId, fileId), isNull(redactionProposal.decidedAt)))
  return rows.length > 0
}

/** Runs in the transaction that has locked the work. */
export const proposeRedaction = async (ctx: Ctx, proposal: Proposal): Promise<void> => {
  const id = newId<RedactionId>(ctx.now)
  try {
    await ctx.db.insert(redactionProposal).values({ id, ...proposal, proposedAt: ctx.now })
  } catch (error) {
    if (violatedConstraint(error) === 'redaction_proposal_open') throw fail('work.redactionWaiting')
    throw error
  }
  await audit(ctx, 'work.redactionProposed', {
    subject: { kind: 'work', id: proposal.workId },
    after: { file: proposal.fileId, redacted: proposal.copyId, reason: proposal.reason },
  })
  await notifyOfRedaction(ctx, { id, ...proposal })
}

/** Puts a proposed copy in the place of what experts see, or refuses it; whoever proposed it may take it back. */
export const decideRedaction = (
  outer: SignedIn,
  { id: workId, redaction: id }: { id: WorkId; redaction: RedactionId },
  decision: RedactionDecision,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await lockWorkRow(ctx.db, workId)
    const which = and(eq(redactionProposal.id, id), eq(redactionProposal.workId, workId))
    const [proposal] = await ctx.db
      .select()
      .from(redactionProposal)
      .where(and(which, isNull(redactionProposal.decidedAt)))
    const redacted = proposal && (await findInspected(ctx.db, proposal.fileId))
    if (!proposal || !redacted) throw fail('work.redactionNotFound')
    const isConfirmed = decision === 'confirmed'
    if (isConfirmed) permit(mayConfirmRedaction(proposal, ctx))
    await ctx.db
      .update(redactionProposal)
      .set({ decidedBy: ctx.actor.id, decidedAt: ctx.now, isConfirmed })
      .where(which)
    await withdrawNotices(ctx, redactionLink({ id, workId }))
    const { fileId, copyId, reason } = proposal
    if (!isConfirmed) {
      await audit(ctx, 'work.redactionRefused', {
        subject: { kind: 'work', id: workId },
        after: { file: fileId, redacted: copyId, reason },
      })
      return
    }
    if (copyId === null) throw fail('file.notFound')
    await putInPlace(ctx, redacted, { copyId, by: ctx.actor.id, reason })
  })

const decider = alias(account, 'decider')

/** The newest first. */
export const redactionsOf = (db: Database, workId: WorkId) =>
  db
    .select({
      id: redactionProposal.id,
      fileId: redactionProposal.fileId,
      fileName: file.name,
      copyId: redactionProposal.copyId,
      reason: redactionProposal.reason,
      proposedBy: redactionProposal.proposedBy,
      proposer: sql<string | null>`coalesce(${account.realName}, ${account.nickname}, ${account.username})`,
      proposedAt: redactionProposal.proposedAt,
      decider: sql<string | null>`coalesce(${decider.realName}, ${decider.nickname}, ${decider.username})`,
      decidedAt: redactionProposal.decidedAt,
      isConfirmed: redactionProposal.isConfirmed,
    })
    .from(redactionProposal)
    .innerJoin(file, eq(file.id, redactionProposal.fileId))
    .innerJoin(account, eq(account.id, redactionProposal.proposedBy))
    .leftJoin(decider, eq(decider.id, redactionProposal.decidedBy))
    .where(eq(redactionProposal.workId, workId))
    .orderBy(desc(redactionProposal.proposedAt), desc(redactionProposal.id))

export const presentRedaction = (ctx: SignedIn, row: Awaited<ReturnType<typeof redactionsOf>>[number]): Redaction => ({
  id: row.id,
  file: { id: row.fileId, name: row.fileName },
  copy: row.copyId,
  reason: row.reason,
  proposedBy: row.proposer,
  proposedAt: row.proposedAt.toISOString(),
  decision: row.isConfirmed === null ? null : row.isConfirmed ? 'confirmed' : 'refused',
  decidedBy: row.decider,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  whyNotConfirm: row.isConfirmed === null ? (refusalText(mayConfirmRedaction(row, ctx), ctx.locale) ?? null) : null,
})
