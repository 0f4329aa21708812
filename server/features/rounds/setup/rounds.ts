import { isDeepStrictEqual } from 'node:util'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { roundCodeLength } from '@lectern/contract/review/review-values.ts'
import { usualCriteria } from '@lectern/contract/rounds/default-criteria.ts'
import { newRoundRules } from '@lectern/contract/rounds/round-defaults.ts'
import type * as contract from '@lectern/contract/rounds/rounds.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { checkInside, lockEditionRules, readPlannedPhase } from '../../competition/service.ts'
import { findEdition } from '../../enrolments/service.ts'
import { newCode } from '../entries/codes.ts'
import { ownActivities, requireTakesNoPart, type OwnActivities } from '../../steps/service.ts'
import { readLeftOut } from '../../works/service.ts'
import { dropEntriesOutside } from '../entries/entry-queries.ts'
import { lockRound } from '../locks.ts'
import { isUnopened, mayDeleteRound, mayEditRound } from '../policy.ts'
import { roundFlags } from '../ports.ts'
import {
  activitiesOfEdition,
  activityIdsOf,
  changeRound,
  countRounds,
  findCopied,
  findRound,
  pageOfEdition,
  replaceActivities,
  roundPage,
  roundsBefore,
  type ListedRow,
  type RoundView,
} from './round-queries.ts'
import { round } from '../tables.ts'

/** A round with the number of reports that wait for an answer. */
export type Flagged<Row> = Row & { openFlags: number }
export type RoundDetail = Flagged<RoundView> & Awaited<ReturnType<typeof readOpening>>

const withFlags = async <Row extends { id: RoundId }>(ctx: Ctx, rows: readonly Row[]): Promise<Flagged<Row>[]> => {
  const ids = rows.map(({ id }) => id)
  const flags = await Promise.all(ctx.installation.ports.all(roundFlags).map((count) => count(ctx, ids)))
  const flagsOf = (id: RoundId): number => flags.reduce((sum, counts) => sum + (counts.get(id) ?? 0), 0)
  return rows.map((row) => ({ ...row, openFlags: flagsOf(row.id) }))
}

/** With the activities in which the organiser takes part. */
export const listRounds = async (
  ctx: SignedIn,
  { page, pageSize, edition: editionId, state }: QueryOf<typeof contract.listRounds>,
): Promise<{ rounds: Page<Flagged<ListedRow>>; own: OwnActivities }> => {
  if (!state && ctx.actor.activities === null) {
    const reader = { reader: ctx.actor.id, now: ctx.now }
    const { list, total, own } = await pageOfEdition(ctx.db, editionId, { page, pageSize }, reader)
    if (total !== undefined) return { rounds: { list: await withFlags(ctx, list), total, page, pageSize }, own }
  }
  const own = await ownActivities(ctx)
  const { edition } = await findEdition(ctx, editionId)
  if (!edition) return { rounds: { list: [], total: 0, page, pageSize }, own }
  const filter = { edition: edition.id, state, reader: ctx.actor }
  const list = await withFlags(ctx, await roundPage(ctx.db, filter, { page, pageSize }))
  return { rounds: { list, total: await countRounds(ctx.db, filter), page, pageSize }, own }
}

const requireRow = async (ctx: Ctx, id: RoundId): Promise<RoundView> => {
  const row = await findRound(ctx.db, id)
  if (!row) throw fail('round.notFound')
  return row
}

/** The phase that a round should lie within, and what opening it now would leave out. */
export const readOpening = async (ctx: Ctx, view: Pick<RoundView, 'editionId' | 'activities' | 'state'>) => {
  const activities = view.activities.map(({ id }) => id)
  const phase = await readPlannedPhase(ctx, view.editionId, activities, 'review')
  return { phase, leavesOut: isUnopened(view) ? await readLeftOut(ctx, { activities, phase, at: ctx.now }) : undefined }
}

export const requireRound = async (ctx: Ctx, id: RoundId): Promise<RoundDetail> => {
  const [row] = await withFlags(ctx, [await requireRow(ctx, id)])
  return { ...row!, ...(await readOpening(ctx, row!)) }
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
  const rows = await activitiesOfEdition(ctx.db, edition, ids)
  if (rows.length < ids.length) throw fail('activity.notFound').at('activities')
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
  body: Omit<BodyOf<typeof contract.createRound>, 'collect'>,
  key: string | undefined,
): Promise<RoundDetail> => {
  await requireTakesNoPart(outer, sql`select unnest(${sql.param(body.activities)}::uuid[])`)
  const call = { scope: `round.create ${outer.actor.id}`, key, input: body }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
    const { edition } = await findEdition(ctx, body.edition)
    const editionId = edition!.id
    const newRound = newId<RoundId>(ctx.now)
    const activities = sorted(body.activities)
    await requireActivities(ctx, editionId, activities)
    await requirePrevious(ctx, body.previous, { id: newRound, editionId })
    const startRules = body.criteria === 'usual' ? { ...newRoundRules, criteria: [...usualCriteria] } : newRoundRules
    const start = body.copyOf ? await findCopied(ctx.db, body.copyOf) : { rules: startRules, allowsDownload: false }
    if (!start) throw fail('round.notFound').at('copyOf')
    const { rules, allowsDownload } = start
    const phase = await readPlannedPhase(ctx, editionId, activities, 'review')
    const window = { opensAt: phase?.opensAt ?? null, closesAt: phase?.closesAt ?? null }
    await ctx.db.insert(round).values({
      id: newRound,
      code: newCode(roundCodeLength),
      editionId,
      previousId: body.previous,
      state: 'draft',
      name: body.name,
      rules,
      allowsDownload,
      ...window,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await replaceActivities(ctx.db, newRound, activities)
    const { name, previous, copyOf } = body
    await audit(ctx, 'round.created', {
      subject: { kind: 'round', id: newRound },
      after: { name, activities, previous, rules, allowsDownload, copyOf, ...window },
    })
    return { id: newRound }
  })
  return requireRound(outer, id)
}

interface Moved {
  before: Pick<RoundView, 'opensAt' | 'closesAt'>
  after: Pick<RoundView, 'opensAt' | 'closesAt'>
  activities: readonly ActivityId[]
}

/** New times lie within the phase; those that a round has had before stay. */
const checkTimes = async (ctx: Ctx, view: RoundView, { before, after, activities }: Moved): Promise<void> => {
  const phase = await readPlannedPhase(ctx, view.editionId, activities, 'review')
  if (!phase) return
  const changed = (field: keyof Moved['after']): Date | null =>
    after[field]?.getTime() === before[field]?.getTime() ? null : after[field]
  const times = { opensAt: changed('opensAt'), closesAt: changed('closesAt') }
  checkInside(times, { phase, locale: ctx.locale, timeZone: view.timeZone })
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
    // Times are compared with the phases of the edition.
    await lockEditionRules(ctx.db, (await requireRow(ctx, id)).editionId, 'shared')
    const view = await lockSeenRound(ctx, id, version)
    permit(mayEditRound(view))
    const [opensAt, closesAt] = [momentOf(body.opensAt), momentOf(body.closesAt)]
    if (opensAt && closesAt && opensAt >= closesAt) throw fail('phase.windowEmpty').at('closesAt')
    // Experts are told when an opened round ends.
    if (!isUnopened(view) && !(opensAt && closesAt)) throw fail('phase.windowEmpty').at('closesAt')
    const after: Saved = {
      ...body,
      allowsDownload: body.allowsDownload ?? view.allowsDownload,
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
      allowsDownload: view.allowsDownload,
    }
    if (isDeepStrictEqual(before, after)) return requireRound(ctx, id)
    checkChange(view, before, after)
    await checkTimes(ctx, view, { before: view, after: { opensAt, closesAt }, activities: after.activities })
    if (isUnopened(view)) {
      await requireActivities(ctx, view.editionId, after.activities)
      await requireTakesNoPart(ctx, sql`select unnest(${sql.param(after.activities)}::uuid[])`)
      await requirePrevious(ctx, after.previous, view)
      if (!isDeepStrictEqual(before.activities, after.activities)) {
        await replaceActivities(ctx.db, id, after.activities)
        await dropEntriesOutside(ctx.db, id)
      }
    }
    const { name, previous: previousId, rules, allowsDownload } = after
    const decisive = isUnopened(view) && { previousId, rules }
    await changeRound(ctx, view, { name, opensAt, closesAt, allowsDownload, ...decisive })
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
