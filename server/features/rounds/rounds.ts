import { isDeepStrictEqual } from 'node:util'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { roundCodeLength } from '@lectern/contract/review-values.ts'
import { newRoundRules } from '@lectern/contract/round-defaults.ts'
import type * as contract from '@lectern/contract/rounds.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { permit } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { findEdition } from '../enrolments/service.ts'
import { newCode } from './codes.ts'
import { requireTakesNoPart } from '../steps/service.ts'
import { dropEntriesOutside } from './entry-queries.ts'
import { lockRound } from './locks.ts'
import { isUnopened, mayDeleteRound, mayEditRound } from './policy.ts'
import { roundFlags } from './ports.ts'
import {
  activitiesOfEdition,
  activityIdsOf,
  changeRound,
  countRounds,
  findRound,
  findRules,
  replaceActivities,
  roundPage,
  roundsBefore,
  type ListedRow,
  type RoundView,
} from './round-queries.ts'
import { round } from './tables.ts'

/** A round with the number of reports that wait for an answer. */
export type Flagged<Row> = Row & { openFlags: number }
export type RoundDetail = Flagged<RoundView>

const withFlags = async <Row extends { id: RoundId }>(ctx: Ctx, rows: readonly Row[]): Promise<Flagged<Row>[]> => {
  const ids = rows.map(({ id }) => id)
  const found = await Promise.all(ctx.installation.ports.all(roundFlags).map((count) => count(ctx, ids)))
  const flagsOf = (id: RoundId): number => found.reduce((sum, counts) => sum + (counts.get(id) ?? 0), 0)
  return rows.map((row) => ({ ...row, openFlags: flagsOf(row.id) }))
}

export const listRounds = async (
  ctx: Ctx,
  { page, pageSize, edition: asked, state }: QueryOf<typeof contract.listRounds>,
): Promise<Page<Flagged<ListedRow>>> => {
  const { edition } = await findEdition(ctx, asked)
  if (!edition) return { list: [], total: 0, page, pageSize }
  const filter = { edition: edition.id, state }
  const list = await withFlags(ctx, await roundPage(ctx.db, filter, { page, pageSize }))
  return { list, total: await countRounds(ctx.db, filter), page, pageSize }
}

const requireRow = async (ctx: Ctx, id: RoundId): Promise<RoundView> => {
  const found = await findRound(ctx.db, id)
  if (!found) throw fail('round.notFound')
  return found
}

export const requireRound = async (ctx: Ctx, id: RoundId): Promise<RoundDetail> => {
  const [found] = await withFlags(ctx, [await requireRow(ctx, id)])
  return found!
}

/** Locks the round exclusively until the transaction ends, in the version that the caller has seen. */
export const lockSeenRound = async (ctx: Ctx, id: RoundId, version?: number): Promise<RoundView> => {
  await lockRound(ctx.db, id, 'exclusive')
  const view = await requireRow(ctx, id)
  if (version !== undefined && view.version !== version) throw fail('resource.changed')
  return view
}

const sorted = (ids: readonly ActivityId[]): ActivityId[] => [...new Set(ids)].toSorted()

const requireActivities = async (ctx: Ctx, edition: EditionId, ids: readonly ActivityId[]): Promise<void> => {
  const found = await activitiesOfEdition(ctx.db, edition, ids)
  if (found.length < ids.length) throw fail('activity.notFound').at('activities')
}

/** A round follows another one of its edition, and never itself. */
const requirePrevious = async (
  ctx: Ctx,
  previous: RoundId | null,
  { id, editionId }: { id: RoundId; editionId: EditionId },
): Promise<void> => {
  if (previous === null) return
  const chain = await roundsBefore(ctx.db, previous)
  if (chain[0]?.editionId !== editionId || chain.some((one) => one.id === id))
    throw fail('round.notFound').at('previous')
}

export const createRound = async (
  outer: SignedIn,
  body: BodyOf<typeof contract.createRound>,
  key: string | undefined,
): Promise<RoundDetail> => {
  await requireTakesNoPart(outer, sql`select unnest(${sql.param(body.activities)}::uuid[])`)
  const call = { scope: `round.create ${outer.actor.id}`, key, input: body }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
    const { edition } = await findEdition(ctx, body.edition)
    const editionId = edition!.id
    const made = newId<RoundId>(ctx.now)
    const activities = sorted(body.activities)
    await requireActivities(ctx, editionId, activities)
    await requirePrevious(ctx, body.previous, { id: made, editionId })
    const rules = body.copyOf ? await findRules(ctx.db, body.copyOf) : newRoundRules
    if (!rules) throw fail('round.notFound').at('copyOf')
    await ctx.db.insert(round).values({
      id: made,
      code: newCode(roundCodeLength),
      editionId,
      previousId: body.previous,
      state: 'draft',
      name: body.name,
      rules,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await replaceActivities(ctx.db, made, activities)
    const { name, previous, copyOf } = body
    await audit(ctx, 'round.created', {
      subject: { kind: 'round', id: made },
      after: { name, activities, previous, rules, copyOf },
    })
    return { id: made }
  })
  return requireRound(outer, id)
}

/** What a published plan depends on. */
const plannedBy = ({ kind, mode, expertsPerWork, maxWorks }: RoundView['rules']) => ({
  kind,
  mode,
  expertsPerWork,
  maxWorks,
})

type Saved = Omit<BodyOf<typeof contract.saveRound>, 'version'>

/** Once it was opened, nothing may change that decides the scores; once planned, nothing that the plan depends on. */
const checkChange = (view: RoundView, before: Saved, after: Saved): void => {
  const { activities, previous, rules } = before
  const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other)
  const isAs = isSame({ activities, previous }, { activities: after.activities, previous: after.previous })
  if (!isUnopened(view) && !(isAs && isSame(rules, after.rules))) throw fail('round.frozen')
  if (view.state === 'planned' && !(isAs && isSame(plannedBy(rules), plannedBy(after.rules))))
    throw fail('round.planStands')
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
const toIso = (moment: Date | null): string | null => moment?.toISOString() ?? null

export const saveRound = (
  outer: SignedIn,
  id: RoundId,
  { version, ...body }: BodyOf<typeof contract.saveRound>,
): Promise<RoundDetail> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockSeenRound(ctx, id, version)
    permit(mayEditRound(view))
    const [opensAt, closesAt] = [momentOf(body.opensAt), momentOf(body.closesAt)]
    if (opensAt && closesAt && opensAt >= closesAt) throw fail('phase.windowEmpty').at('closesAt')
    // Experts are told when an opened round ends.
    if (!isUnopened(view) && !(opensAt && closesAt)) throw fail('phase.windowEmpty').at('closesAt')
    const after: Saved = {
      ...body,
      activities: sorted(body.activities),
      opensAt: toIso(opensAt),
      closesAt: toIso(closesAt),
    }
    const before: Saved = {
      name: view.name,
      activities: await activityIdsOf(ctx.db, id),
      previous: view.previousId,
      rules: view.rules,
      opensAt: toIso(view.opensAt),
      closesAt: toIso(view.closesAt),
    }
    if (isDeepStrictEqual(before, after)) return requireRound(ctx, id)
    checkChange(view, before, after)
    if (isUnopened(view)) {
      await requireActivities(ctx, view.editionId, after.activities)
      await requireTakesNoPart(ctx, sql`select unnest(${sql.param(after.activities)}::uuid[])`)
      await requirePrevious(ctx, after.previous, view)
      if (!isDeepStrictEqual(before.activities, after.activities)) {
        await replaceActivities(ctx.db, id, after.activities)
        await dropEntriesOutside(ctx.db, id)
      }
    }
    const { name, previous: previousId, rules } = after
    await changeRound(ctx.db, view, {
      name,
      opensAt,
      closesAt,
      updatedAt: ctx.now,
      ...(isUnopened(view) && { previousId, rules }),
    })
    await audit(ctx, 'round.saved', { subject: { kind: 'round', id }, before: { ...before }, after: { ...after } })
    return requireRound(ctx, id)
  })

export const deleteRound = (outer: SignedIn, id: RoundId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockSeenRound(ctx, id, version)
    permit(mayDeleteRound(view))
    await ctx.db.delete(round).where(eq(round.id, id))
    await audit(ctx, 'round.deleted', { subject: { kind: 'round', id }, before: { name: view.name } })
  })
