import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, ResultListId } from '@lectern/contract/ids.ts'
import { listInputText } from '@lectern/contract/results/list-input.ts'
import type * as contract from '@lectern/contract/results.ts'
import type { ListStep } from '@lectern/contract/result-values.ts'
import type { AuditAction } from '@lectern/contract/audit-actions.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { and, eq, isNull } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { all, permit, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { takeStep } from '../steps/service.ts'
import { announceDue, supersedeAnnounced } from './announcing.ts'
import { changesBetween } from './differences.ts'
import { freezePrizes, hashOf } from './frozen-prizes.ts'
import { readListSourceWithin } from './list-input.ts'
import { changeList, findList, findTexts, lastPublicised, otherLists, type ListView } from './list-queries.ts'
import { lockResults } from './locks.ts'
import { mayStepList, shortestPublicity } from './policy.ts'
import { listObstacles } from './ports.ts'
import { requireActivity } from './rules.ts'
import { prizeRules, resultList, resultNotice } from './tables.ts'

const whoOf = ({ actor }: Ctx) => (actor.kind === 'account' ? actor.id : null)

/** The activity of a list, before it is locked. */
export const requireListRow = async ({ db }: Ctx, id: ResultListId): Promise<{ activityId: ActivityId }> => {
  const [found] = await db.select({ activityId: resultList.activityId }).from(resultList).where(eq(resultList.id, id))
  if (!found) throw fail('result.notFound')
  return found
}

export const requireList = async (ctx: Ctx, id: ResultListId): Promise<ListView> => {
  const found = await findList(ctx.db, id, whoOf(ctx))
  if (!found) throw fail('result.notFound')
  return found
}

/** Locks the results of the list's activity until the transaction ends, in the version that the caller has seen. */
export const lockSeenList = async (ctx: Ctx, id: ResultListId, version?: number): Promise<ListView> => {
  const { activityId } = await requireListRow(ctx, id)
  await lockResults(ctx.db, activityId)
  // The time of an announcement may have come while nobody has written it down.
  await announceDue(ctx, activityId)
  const view = await requireList(ctx, id)
  if (version !== undefined && view.version !== version) throw fail('resource.changed')
  return view
}

/** What other features know to stand in the way of a step. */
export const obstaclesTo = async (ctx: Ctx, { id }: Pick<ListView, 'id'>, step: ListStep): Promise<Verdict> => {
  if (step !== 'finalise') return permitted
  const verdicts = await Promise.all(ctx.installation.ports.all(listObstacles).map((ask) => ask(ctx, id)))
  return all(...verdicts)
}

/** A list is proposed and publicised only if nothing has changed since it was computed. */
const checkCurrent = async (ctx: Ctx, view: ListView): Promise<Verdict> => {
  const activity = await requireActivity(ctx, view.activityId)
  if (!activity.rules) return refuse('result.outdated')
  const { input } = await readListSourceWithin(ctx, { activity, rules: activity.rules })
  return hashOf(listInputText(input)).equals(view.inputHash) ? permitted : refuse('result.outdated')
}

const freezeRules = async (ctx: Ctx, view: ListView): Promise<void> => {
  await ctx.db
    .update(prizeRules)
    .set({ ...freezePrizes({ code: view.activityCode }, view.rules), frozenAt: ctx.now })
    .where(and(eq(prizeRules.activityId, view.activityId), isNull(prizeRules.frozen)))
}

type Given = Pick<BodyOf<typeof contract.stepList>, 'reason' | 'until' | 'at'>
type Changes = Partial<typeof resultList.$inferInsert>

interface StepTaken {
  action: AuditAction
  changes: Changes
  /** When people are told of it. */
  told?: { kind: (typeof resultNotice.$inferSelect)['kind']; dueAt: Date }
}

const publicise = async (ctx: SignedIn, view: ListView, { until }: Given): Promise<StepTaken> => {
  const { db, now } = ctx
  permit(await checkCurrent(ctx, view))
  const end = until ? new Date(until) : new Date(now.getTime() + view.rules.publicityDays * 86_400_000)
  if (end.getTime() - now.getTime() < shortestPublicity) throw fail('result.publicityTooShort').at('until')
  const previous = await lastPublicised(db, view.activityId, view.id)
  const own = await findTexts(db, view.id)
  // What was in publicity or waits for its announcement makes way; what is announced stays until the new list is.
  for (const list of await otherLists(db, view.activityId, view.id, ['publicised', 'final'])) {
    await changeList(db, list, { state: 'superseded', supersededAt: now, announcedAt: null, announcedBy: null })
    await db
      .update(resultNotice)
      .set({ doneAt: now })
      .where(and(eq(resultNotice.listId, list.id), isNull(resultNotice.doneAt)))
  }
  return {
    action: 'list.publicised',
    changes: {
      state: 'publicised',
      publicVersion: (previous?.publicVersion ?? 0) + 1,
      publicisedBy: ctx.actor.id,
      publicisedAt: now,
      publicityUntil: end,
      previousId: previous?.id ?? null,
      difference: previous ? await changesBetween(db, previous, { id: view.id, rows: own!.rows }) : null,
    },
    told: { kind: 'publicity', dueAt: now },
  }
}

/** The second organiser; where there is none, the same one with a reason. */
const confirm = ({ actor, now }: SignedIn, view: ListView, { reason }: Given): StepTaken => {
  const isAlone = view.proposedBy === actor.id
  if (isAlone && !reason) throw fail('result.aloneReason').at('reason')
  return {
    action: 'list.confirmed',
    changes: { confirmedBy: actor.id, confirmedAt: now, confirmedAlone: isAlone ? reason! : null },
  }
}

/** Now, or at a time in the future: then a job writes the state when the time has come. */
const announce = async ({ actor, now, db }: SignedIn, view: ListView, { at }: Given): Promise<StepTaken> => {
  const moment = at ? new Date(at) : now
  if (moment < now) throw fail('result.timePast').at('at')
  const announced = { announcedBy: actor.id, announcedAt: moment }
  const told = { kind: 'announced', dueAt: moment } as const
  if (moment > now) return { action: 'list.scheduled', changes: announced, told }
  await supersedeAnnounced(db, view, now)
  return { action: 'list.announced', changes: { ...announced, state: 'announced' }, told }
}

const take = async (ctx: SignedIn, view: ListView, step: ListStep, given: Given): Promise<StepTaken> => {
  const { now, actor } = ctx
  switch (step) {
    case 'propose':
      permit(await checkCurrent(ctx, view))
      await freezeRules(ctx, view)
      return { action: 'list.proposed', changes: { state: 'proposed', proposedBy: actor.id, proposedAt: now } }
    case 'confirm':
      return confirm(ctx, view, given)
    case 'publicise':
      return publicise(ctx, view, given)
    case 'finalise':
      return {
        action: 'list.finalised',
        changes: { state: 'final', finalisedBy: actor.id, finalisedAt: now },
        told: { kind: 'final', dueAt: now },
      }
    case 'announce':
      return announce(ctx, view, given)
    case 'unschedule':
      await ctx.db.delete(resultNotice).where(and(eq(resultNotice.listId, view.id), eq(resultNotice.kind, 'announced')))
      return { action: 'list.unscheduled', changes: { announcedBy: null, announcedAt: null } }
    case 'discard':
      return { action: 'list.discarded', changes: { state: 'superseded', supersededAt: now } }
  }
}

const toIso = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null

/** Proposes, confirms, publicises, finalises, announces or discards a list. */
export const stepList = (
  outer: SignedIn,
  id: ResultListId,
  { step, version, ...given }: BodyOf<typeof contract.stepList>,
): Promise<ListView> =>
  inTransaction(outer, async (ctx) => {
    await takeStep(ctx, {
      lock: () => lockSeenList(ctx, id, version),
      may: (view) => mayStepList(view, step, { ...ctx, who: ctx.actor.id }),
      move: async (view) => {
        permit(await obstaclesTo(ctx, view, step))
        const { action, changes, told } = await take(ctx, view, step, given)
        await changeList(ctx.db, view, changes)
        if (told)
          await ctx.db
            .insert(resultNotice)
            .values({ listId: id, ...told })
            .onConflictDoUpdate({ target: [resultNotice.listId, resultNotice.kind], set: { dueAt: told.dueAt } })
        return {
          after: undefined,
          log: {
            action,
            subject: { kind: 'resultList' as const, id },
            before: { state: view.state },
            after: {
              state: changes.state ?? view.state,
              ...(changes.publicityUntil && { until: toIso(changes.publicityUntil) }),
              ...(changes.announcedAt && { at: toIso(changes.announcedAt) }),
              ...(given.reason && { reason: given.reason }),
              ...(step === 'propose' && { hash: (view.fingerprint ?? view.rowsHash).toString('hex') }),
            },
          },
        }
      },
    })
    return requireList(ctx, id)
  })
