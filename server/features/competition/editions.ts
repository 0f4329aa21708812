import type {
  createEdition as createEndpoint,
  EditionContent,
  saveEdition as saveEndpoint,
} from '@lectern/contract/editions.ts'
import type { PhaseKind } from '@lectern/contract/competition-values.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { violatedConstraint } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { AppError, fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { refuseTogether, type Refusal } from '../../platform/problems.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { addDraft, copyOf } from './editing.ts'
import {
  activitiesIn,
  editionList,
  findEdition,
  lockAllEditions,
  lockEditions,
  phasesLater,
} from './editing-queries.ts'
import { mayChangeYear } from './policy.ts'
import { findCurrentEdition, lockEditionRules } from './queries.ts'
import { edition, phase } from './tables.ts'

export const listEditions = (ctx: Ctx) => editionList(ctx.db, ctx.now)

const requireEdition = async (ctx: Ctx, id: EditionId) => {
  const found = await findEdition(ctx, id)
  if (!found) throw fail('edition.notFound')
  return found
}

/** Locks the edition in the version that the caller has seen, its rules exclusively. */
const lockSeen = async (ctx: Ctx, { id, version }: { id: EditionId; version: number }) => {
  await lockEditionRules(ctx.db, id, 'exclusive')
  const list = await lockEditions(ctx.db)
  const found = list.find((row) => row.id === id)
  if (!found) throw fail('edition.notFound')
  if (found.version !== version) throw fail('resource.changed')
  return { found, former: list.find(({ current }) => current) }
}

/** A year has one edition, because numbers of enrolments contain the year. */
const reportTakenYear = async <Result>(year: number, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (violatedConstraint(error) !== 'edition_year_key') throw error
    throw fail('edition.yearTaken', { year }).at('year')
  }
}

const yearProblem = async (ctx: Ctx, year: number, except?: EditionId): Promise<Refusal> => {
  const taken = (await editionList(ctx.db, ctx.now)).find((one) => one.year === year && one.id !== except)
  return taken && fail('edition.yearTaken', { year }).at('year')
}

/** Reports problems even while other fields are missing or malformed. */
export const findNewEditionProblems = async (
  ctx: Ctx,
  { year, copyOf: source }: Partial<BodyOf<typeof createEndpoint>>,
): Promise<readonly Refusal[]> => [
  year === undefined ? undefined : await yearProblem(ctx, year),
  source && !(await findEdition(ctx, source)) ? fail('edition.notFound').at('copyOf') : undefined,
]

/** The same for changes. */
export const findEditionProblems = async (
  ctx: Ctx,
  id: EditionId,
  { year }: Partial<BodyOf<typeof saveEndpoint>>,
): Promise<readonly Refusal[]> => {
  const found = await requireEdition(ctx, id)
  if (year === undefined || year === found.year) return []
  const verdict = mayChangeYear(found)
  return verdict.permitted
    ? [await yearProblem(ctx, year, id)]
    : [new AppError(verdict.why.error, verdict.why.params).at('year')]
}

/** Phases keep their local time in the time zone of each edition. */
const copyPhases = async (
  ctx: Ctx,
  from: { id: EditionId; year: number },
  to: { id: EditionId } & EditionContent,
  copies: ReadonlyMap<ActivityId, ActivityId>,
): Promise<void> => {
  const years = to.year - from.year
  for (const row of await phasesLater(ctx.db, from.id, { years, timeZone: to.timeZone })) {
    const content = {
      editionId: to.id,
      activityId: row.activityId && copies.get(row.activityId)!,
      kind: row.kind as PhaseKind,
      opensAt: new Date(row.opensAt),
      closesAt: new Date(row.closesAt),
      graceMinutes: row.graceMinutes,
    }
    const id = newId<PhaseId>(ctx.now)
    await ctx.db.insert(phase).values({ ...content, id, createdAt: ctx.now, updatedAt: ctx.now })
    await audit(ctx, 'content.created', { subject: { kind: 'phase', id }, after: content })
  }
}

const copyContent = async (ctx: Ctx, from: EditionId, to: { id: EditionId } & EditionContent): Promise<void> => {
  const source = await findEdition(ctx, from)
  if (!source) throw fail('edition.notFound').at('copyOf')
  const copies = new Map<ActivityId, ActivityId>()
  for (const row of await activitiesIn(ctx.db, from))
    copies.set(row.id, (await addDraft(ctx, { ...copyOf(row), editionId: to.id })).id)
  await copyPhases(ctx, source, to, copies)
}

export const createEdition = async (outer: SignedIn, input: BodyOf<typeof createEndpoint>, key: string | undefined) => {
  const call = { scope: `edition.create ${outer.actor.id}`, key, input }
  const work = withIdempotencyKey(outer, call, async (ctx) => {
    const { copyOf: source, ...content } = input
    refuseTogether(ctx, await findNewEditionProblems(ctx, input))
    const id = newId<EditionId>(ctx.now)
    // Two people may create the first edition at once: only one of them becomes current.
    await lockAllEditions(ctx.db)
    const current = !(await findCurrentEdition(ctx.db))
    await ctx.db.insert(edition).values({ ...content, id, current, createdAt: ctx.now, updatedAt: ctx.now })
    await audit(ctx, 'content.created', {
      subject: { kind: 'edition', id },
      after: { ...content, copyOf: source, ...(current && { current }) },
    })
    if (source) await copyContent(ctx, source, { ...content, id })
    return { id }
  })
  const { id } = await reportTakenYear(input.year, work)
  return requireEdition(outer, id)
}

export const saveEdition = (outer: Ctx, id: EditionId, { version, ...content }: BodyOf<typeof saveEndpoint>) =>
  reportTakenYear(
    content.year,
    inTransaction(outer, async (ctx) => {
      const { found } = await lockSeen(ctx, { id, version })
      const { year, name, timeZone } = found
      const before = { year, name, timeZone }
      if (isDeepStrictEqual(before, content)) return requireEdition(ctx, id)
      refuseTogether(ctx, await findEditionProblems(ctx, id, content))
      await ctx.db
        .update(edition)
        .set({ ...content, version: version + 1, updatedAt: ctx.now })
        .where(eq(edition.id, id))
      await audit(ctx, 'content.updated', { subject: { kind: 'edition', id }, before, after: content })
      return requireEdition(ctx, id)
    }),
  )

/** Visitors see this edition from now on. The previous one and its enrolments are unchanged. */
export const makeEditionCurrent = (outer: Ctx, id: EditionId, version: number) =>
  inTransaction(outer, async (ctx) => {
    const { found, former } = await lockSeen(ctx, { id, version })
    if (found.current) return requireEdition(ctx, id)
    const change = (which: typeof found, current: boolean) =>
      ctx.db
        .update(edition)
        .set({ current, version: which.version + 1, updatedAt: ctx.now })
        .where(eq(edition.id, which.id))
    if (former) await change(former, false)
    await change(found, true)
    await audit(ctx, 'edition.madeCurrent', {
      subject: { kind: 'edition', id },
      before: { current: former?.id ?? null },
      after: { current: id },
    })
    return requireEdition(ctx, id)
  })
