import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, ResultListId } from '@lectern/contract/ids.ts'
import { listInputText } from './ranking/list-input.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import type { ListState, ListStep } from '@lectern/contract/results/result-values.ts'
import type { AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { and, eq, isNull } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { all, permit, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { endPhases, lockEditionRules } from '../competition/service.ts'
import { takeStep } from '../steps/service.ts'
import { requireAcknowledged } from '../works/service.ts'
import { announceDue, queueAnnounced, supersedeAnnounced } from './publication/announcement.ts'
import { checkPublicityEnd, defaultPublicityEnd, readListPhase } from './publication/list-phases.ts'
import { notifyOrganisers } from './publication/proposals.ts'
import { changesBetween } from './lists/differences.ts'
import { freezePrizes, hashOf, institutionsOf } from './lists/frozen-prizes.ts'
import { readListSourceWithin } from './lists/list-input.ts'
import {
  findList,
  findTexts,
  lastPublicised,
  moveList,
  otherLists,
  type ListChanges,
  type ListView,
} from './lists/list-queries.ts'
import { lockResults } from './locks.ts'
import { mayStepList, shortestPublicity } from './policy.ts'
import { listObstacles } from './ports.ts'
import { requireActivity } from './office/rules.ts'
import { prizeRules, resultList, resultNotice } from './tables.ts'

const whoOf = ({ actor }: Ctx) => (actor.kind === 'account' ? actor.id : null)

/** The activity of a list, before it is locked. */
export const requireListRow = async ({ db }: Ctx, id: ResultListId): Promise<{ activityId: ActivityId }> => {
  const [row] = await db.select({ activityId: resultList.activityId }).from(resultList).where(eq(resultList.id, id))
  if (!row) throw fail('result.notFound')
  return row
}

export const requireList = async (ctx: Ctx, id: ResultListId): Promise<ListView> => {
  const view = await findList(ctx, id, whoOf(ctx))
  if (!view) throw fail('result.notFound')
  return view
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

const lockRulesOfList = async (ctx: Ctx, id: ResultListId): Promise<void> => {
  const { activityId } = await requireListRow(ctx, id)
  const { editionId } = await requireActivity(ctx, activityId)
  await lockEditionRules(ctx.db, editionId, 'exclusive')
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
    .set({
      ...freezePrizes({ code: view.activityCode }, view.rules, institutionsOf({ frozen: null })),
      frozenAt: ctx.now,
    })
    .where(and(eq(prizeRules.activityId, view.activityId), isNull(prizeRules.frozen)))
}

type Given = Omit<BodyOf<typeof contract.stepList>, 'step' | 'version'>

interface StepTaken {
  action: AuditAction
  /** Absent: the state stays. */
  to?: ListState
  changes: ListChanges
  /** When people are notified of it. */
  notice?: { kind: (typeof resultNotice.$inferSelect)['kind']; dueAt: Date }
}

/** What visitors learn of leaves out nothing that the organiser has not seen; it may end what still runs. */
const settleLeftOut = async (ctx: SignedIn, view: ListView, at: Date, { acknowledged, ends }: Given) => {
  const { phase, leavesOut } = await readListPhase(ctx, view, at)
  requireAcknowledged(ctx, leavesOut, acknowledged)
  if (ends) await endPhases(ctx, view.editionId, [view.activityId])
  return phase
}

const publicise = async (ctx: SignedIn, view: ListView, input: Given): Promise<StepTaken> => {
  const { db, now } = ctx
  permit(await checkCurrent(ctx, view))
  const phase = await settleLeftOut(ctx, view, now, input)
  const end = input.until ? new Date(input.until) : defaultPublicityEnd(view, phase, now)
  checkPublicityEnd(ctx, view, phase, end)
  if (end.getTime() - now.getTime() < shortestPublicity) throw fail('result.publicityTooShort').at('until')
  const previous = await lastPublicised(db, view.activityId, view.id)
  const own = await findTexts(db, view.id)
  // What was in publicity or waits for its announcement makes way; what is announced stays until the new list is.
  for (const list of await otherLists(db, view.activityId, view.id, ['publicised', 'final'])) {
    await moveList(db, list, 'superseded', { supersededAt: now, announcedAt: null, announcedBy: null })
    await db
      .update(resultNotice)
      .set({ doneAt: now })
      .where(and(eq(resultNotice.listId, list.id), isNull(resultNotice.doneAt)))
  }
  return {
    action: 'list.publicised',
    to: 'publicised',
    changes: {
      publicVersion: (previous?.publicVersion ?? 0) + 1,
      publicisedBy: ctx.actor.id,
      publicisedAt: now,
      publicityUntil: end,
      previousId: previous?.id ?? null,
      difference: previous ? await changesBetween(db, previous, { id: view.id, rows: own!.rows }) : null,
    },
    notice: { kind: 'publicity', dueAt: now },
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
const announce = async (ctx: SignedIn, view: ListView, input: Given): Promise<StepTaken> => {
  const { actor, now, db } = ctx
  const moment = input.at ? new Date(input.at) : now
  if (moment < now) throw fail('result.timePast').at('at')
  await settleLeftOut(ctx, view, moment, input)
  const announced = { announcedBy: actor.id, announcedAt: moment }
  const notice = { kind: 'announced', dueAt: moment } as const
  if (moment > now) return { action: 'list.scheduled', changes: announced, notice }
  await supersedeAnnounced(db, view, now)
  return { action: 'list.announced', to: 'announced', changes: announced, notice }
}

const take = async (ctx: SignedIn, view: ListView, step: ListStep, input: Given): Promise<StepTaken> => {
  const { now, actor } = ctx
  switch (step) {
    case 'propose':
      permit(await checkCurrent(ctx, view))
      await freezeRules(ctx, view)
      return { action: 'list.proposed', to: 'proposed', changes: { proposedBy: actor.id, proposedAt: now } }
    case 'confirm':
      return confirm(ctx, view, input)
    case 'publicise':
      return publicise(ctx, view, input)
    case 'finalise':
      return {
        action: 'list.finalised',
        to: 'final',
        changes: { finalisedBy: actor.id, finalisedAt: now },
        notice: { kind: 'final', dueAt: now },
      }
    case 'announce':
      return announce(ctx, view, input)
    case 'unschedule':
      await ctx.db.delete(resultNotice).where(and(eq(resultNotice.listId, view.id), eq(resultNotice.kind, 'announced')))
      return { action: 'list.unscheduled', changes: { announcedBy: null, announcedAt: null } }
    case 'discard':
      return { action: 'list.discarded', to: 'superseded', changes: { supersededAt: now } }
  }
}

const toIso = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null

/** Proposes, confirms, publicises, finalises, announces or discards a list. */
export const stepList = (
  outer: SignedIn,
  id: ResultListId,
  { step, version, ...input }: BodyOf<typeof contract.stepList>,
): Promise<ListView> =>
  inTransaction(outer, async (ctx) => {
    await takeStep(ctx, {
      lock: async () => {
        // Nobody enrols or hands in a work while results become public.
        if (step === 'publicise' || step === 'announce') await lockRulesOfList(ctx, id)
        return lockSeenList(ctx, id, version)
      },
      may: (view) => mayStepList(view, step, { ...ctx, who: ctx.actor.id }),
      move: async (view) => {
        permit(await obstaclesTo(ctx, view, step))
        const { action, to, changes, notice } = await take(ctx, view, step, input)
        await moveList(ctx.db, view, to, changes)
        if (notice)
          await ctx.db
            .insert(resultNotice)
            .values({ listId: id, ...notice })
            .onConflictDoUpdate({ target: [resultNotice.listId, resultNotice.kind], set: { dueAt: notice.dueAt } })
        return {
          after: undefined,
          notify: async () => {
            await notifyOrganisers(ctx, view, step)
            if (to === 'announced') await queueAnnounced(ctx, view)
          },
          log: {
            action,
            subject: { kind: 'resultList' as const, id },
            before: { state: view.state },
            after: {
              state: to ?? view.state,
              ...(changes.publicityUntil && { until: toIso(changes.publicityUntil) }),
              ...(changes.announcedAt && { at: toIso(changes.announcedAt) }),
              ...(input.reason && { reason: input.reason }),
              ...(step === 'propose' && { hash: (view.fingerprint ?? view.rowsHash).toString('hex') }),
            },
          },
        }
      },
    })
    return requireList(ctx, id)
  })
