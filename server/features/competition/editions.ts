import type {
  createEdition as createEndpoint,
  saveEdition as saveEndpoint,
} from '@lectern/contract/competition/editions.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
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
import { copyEdition } from './activities/activity-copies.ts'
import { editionList, findEdition, lockAllEditions, lockEditions } from './activities/activity-queries.ts'
import { mayChangeYear } from './policy.ts'
import { findCurrentEdition, lockEditionRules } from './queries.ts'
import { edition } from './tables.ts'

export const listEditions = (ctx: Ctx) => editionList(ctx.db, ctx.now)

const requireEdition = async (ctx: Ctx, id: EditionId) => {
  const row = await findEdition(ctx, id)
  if (!row) throw fail('edition.notFound')
  return row
}

/** Locks the edition in the version that the caller has seen, its rules exclusively. */
const lockSeen = async (ctx: Ctx, { id, version }: { id: EditionId; version: number }) => {
  await lockEditionRules(ctx.db, id, 'exclusive')
  const list = await lockEditions(ctx.db)
  const match = list.find((row) => row.id === id)
  if (!match) throw fail('edition.notFound')
  if (match.version !== version) throw fail('resource.changed')
  return { row: match, former: list.find(({ current }) => current) }
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
  const row = await requireEdition(ctx, id)
  if (year === undefined || year === row.year) return []
  const verdict = mayChangeYear(row)
  return verdict.permitted
    ? [await yearProblem(ctx, year, id)]
    : [new AppError(verdict.why.error, verdict.why.params).at('year')]
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
    if (source) await copyEdition(ctx, source, { ...content, id })
    return { id }
  })
  const { id } = await reportTakenYear(input.year, work)
  return requireEdition(outer, id)
}

export const saveEdition = (outer: Ctx, id: EditionId, { version, ...content }: BodyOf<typeof saveEndpoint>) =>
  reportTakenYear(
    content.year,
    inTransaction(outer, async (ctx) => {
      const { row } = await lockSeen(ctx, { id, version })
      const { year, name, timeZone } = row
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
    const { row, former } = await lockSeen(ctx, { id, version })
    if (row.current) return requireEdition(ctx, id)
    const change = (which: typeof row, current: boolean) =>
      ctx.db
        .update(edition)
        .set({ current, version: which.version + 1, updatedAt: ctx.now })
        .where(eq(edition.id, which.id))
    if (former) await change(former, false)
    await change(row, true)
    await audit(ctx, 'edition.madeCurrent', {
      subject: { kind: 'edition', id },
      before: { current: former?.id ?? null },
      after: { current: id },
    })
    return requireEdition(ctx, id)
  })
