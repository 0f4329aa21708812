import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { FlagId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review/review.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { permit } from '../../platform/policy.ts'
import { refuseTogether } from '../../platform/problems.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { presentDocument, requireDocument } from '../documents/service.ts'
import {
  answerRoundInvitation as answer,
  declineAssignment,
  finishPractice as markPractised,
  signPledge as sign,
} from '../rounds/service.ts'
import { takeStep } from '../steps/service.ts'
import { requireOwnRound } from './own-round.ts'
import { mayDecline, mayFlag, mayPrepare, mayRead, mayReadWork, mayWrite } from './policy.ts'
import {
  codesOfReviewer,
  filesOfWork,
  findHeldWork,
  findOwnWork,
  flagsOf,
  lockRoundOfWork,
  requireWorkTexts,
  roundsOfExpert,
  worksOfReviewer,
  type HeldWork,
  type OwnRound,
  type OwnWork,
} from './queries.ts'
import { refuseIncomplete, scoreProblems, totalOf } from './sheets/scores.ts'
import { addVersion, lockSheet, voidSignature, writeSheet } from './sheets/sheet-queries.ts'
import { flag } from './tables.ts'

export { signPanel } from './panels/chair.ts'
export { allowChanges, answerFlag } from './for-organisers.ts'

export const listDeskRounds = (ctx: SignedIn) => roundsOfExpert(ctx.db, ctx.actor.id)

export const requireOwnWork = async (ctx: SignedIn, code: string): Promise<OwnWork> => {
  const row = await findOwnWork(ctx.db, ctx.actor.id, code)
  if (!row) throw fail('assignment.notFound')
  return row
}

export const answerRoundInvitation = async (
  outer: SignedIn,
  code: string,
  input: BodyOf<typeof contract.answerRoundInvitation>,
): Promise<OwnRound> => {
  const { round } = await requireOwnRound(outer, code)
  await inTransaction(outer, (ctx) => answer(ctx, round.id, input))
  return requireOwnRound(outer, code)
}

/** The pledge in force. */
export const readPledge = async (ctx: SignedIn, code: string) => {
  const { reviewer } = await requireOwnRound(ctx, code)
  const { version, title, body, locale } = await presentDocument(ctx, await requireDocument(ctx, 'pledge', undefined))
  const signedAt = reviewer.pledge === version ? (reviewer.pledgedAt?.toISOString() ?? null) : null
  return { version, title, body, locale, signedAt }
}

export const signPledge = async (outer: SignedIn, code: string, version: number): Promise<OwnRound> => {
  const { round } = await requireOwnRound(outer, code)
  await inTransaction(outer, (ctx) => sign(ctx, round.id, version))
  return requireOwnRound(outer, code)
}

/** Criteria and step, for experts who have signed. */
export const requirePreparation = async (ctx: SignedIn, code: string): Promise<OwnRound> => {
  const own = await requireOwnRound(ctx, code)
  permit(mayPrepare(own))
  return own
}

export const finishPractice = async (outer: SignedIn, code: string): Promise<OwnRound> => {
  const { round } = await requirePreparation(outer, code)
  await inTransaction(outer, (ctx) => markPractised(ctx, round.id))
  return requireOwnRound(outer, code)
}

export const readDeskRound = async (ctx: SignedIn, code: string) => {
  const own = await requireOwnRound(ctx, code)
  permit(mayRead(own, ctx))
  return { own, works: await worksOfReviewer(ctx.db, own.reviewer.id) }
}

export const readDeskWork = async (ctx: SignedIn, code: string) => {
  const own = await requireOwnWork(ctx, code)
  permit(mayReadWork(own, ctx))
  const [texts, files, flags, codes] = await Promise.all([
    requireWorkTexts(ctx.db, own.work.entryId),
    filesOfWork(ctx.db, own.work.entryId),
    flagsOf(ctx.db, own.work.id),
    codesOfReviewer(ctx.db, own.reviewer.id),
  ])
  return { own, texts, files, flags, codes }
}
export type DeskWork = Awaited<ReturnType<typeof readDeskWork>>

/** Reads the work after the round is locked: whoever closes it or takes the work away comes before or after. */
const lockOwnWork = async (ctx: SignedIn, code: string, mode: 'shared' | 'exclusive'): Promise<HeldWork> => {
  if (!(await lockRoundOfWork(ctx.db, ctx.actor.id, code, mode))) throw fail('assignment.notFound')
  const row = await findHeldWork(ctx.db, ctx.actor.id, code)
  if (!row) throw fail('assignment.notFound')
  return row
}

type Input = BodyOf<typeof contract.saveSheet>

/** The answer to a save was lost, and the browser sends it again. */
const isSavedAlready = ({ sheet }: HeldWork, { version, ...input }: Input): boolean => {
  const texts = ({ scores, comment, remark, notes }: Omit<Input, 'version' | 'places' | 'seconds'>): string =>
    JSON.stringify([Object.entries(scores).sort(), comment, remark, notes])
  return sheet !== null && sheet.version === version + 1 && texts(sheet) === texts(input)
}

/** Answers only after the commit: what is acknowledged is stored. */
export const saveSheet = async (outer: SignedIn, code: string, input: Input): Promise<HeldWork> =>
  inTransaction(outer, async (ctx) => {
    const own = await lockOwnWork(ctx, code, 'shared')
    permit(mayWrite(own, ctx))
    refuseTogether(ctx, scoreProblems(own.round.rules, input.scores, ctx))
    if (isSavedAlready(own, input)) return own
    const { version, ...content } = input
    const isCurrent = (own.sheet?.version ?? 0) === version
    const sheet = isCurrent ? await writeSheet(ctx.db, own.work.id, version, content, ctx.now) : undefined
    if (!sheet) throw fail('resource.changed')
    return { ...own, sheet }
  })

export const submitSheet = async (
  outer: SignedIn,
  code: string,
  version: number,
  key: string | undefined,
): Promise<OwnWork> => {
  const call = { scope: `sheet.submit ${outer.actor.id}`, key, input: [code, version] }
  await withIdempotencyKey(outer, call, (ctx) =>
    takeStep(ctx, {
      lock: () => lockOwnWork(ctx, code, 'shared'),
      may: (own) => mayWrite(own, ctx),
      move: async ({ work, round, reviewer }) => {
        const sheet = await lockSheet(ctx.db, work.id)
        if (sheet?.version !== version) throw fail('resource.changed')
        refuseIncomplete(round.rules, sheet, ctx)
        if (sheet.number !== null && !sheet.isChanged) throw fail('sheet.nothingChanged')
        const total = totalOf(round.rules, sheet.scores)
        const number = await addVersion(ctx.db, sheet, total, ctx.now)
        if (reviewer.panelId) await voidSignature(ctx.db, reviewer.panelId)
        return {
          after: { number },
          log: {
            action: 'sheet.submitted',
            subject: { kind: 'entry', id: work.entryId },
            before: { total: sheet.total },
            after: { total, number },
          },
        }
      },
    }),
  )
  return requireOwnWork(outer, code)
}

/** Returns the work that comes next in the expert's own order. */
export const declineWork = async (
  outer: SignedIn,
  code: string,
  input: BodyOf<typeof contract.declineWork>,
): Promise<string | undefined> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: () => lockOwnWork(ctx, code, 'exclusive'),
      may: (own) => mayDecline(own, ctx),
      move: async ({ work, reviewer, round }) => {
        const codes = await codesOfReviewer(ctx.db, reviewer.id)
        const at = codes.indexOf(code)
        const ids = { id: work.id, entryId: work.entryId, reviewerId: reviewer.id, roundId: round.id }
        return { after: codes[at + 1] ?? codes[at - 1], log: await declineAssignment(ctx, ids, input) }
      },
    }),
  )

export const flagWork = async (
  outer: SignedIn,
  code: string,
  input: BodyOf<typeof contract.flagWork>,
  key: string | undefined,
): Promise<void> => {
  const call = { scope: `work.flag ${outer.actor.id}`, key, input: [code, input] }
  await withIdempotencyKey(outer, call, async (ctx) => {
    const own = await lockOwnWork(ctx, code, 'shared')
    permit(mayFlag(own, ctx))
    await ctx.db.insert(flag).values({
      id: newId<FlagId>(ctx.now),
      roundId: own.round.id,
      assignmentId: own.work.id,
      ...input,
      createdAt: ctx.now,
    })
    await audit(ctx, 'flag.raised', { subject: { kind: 'entry', id: own.work.entryId }, after: input, personal: true })
    return {}
  })
}
