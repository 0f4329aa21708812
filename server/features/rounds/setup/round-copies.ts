import type { ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { ActivityId, PanelId, RoundId } from '@lectern/contract/ids.ts'
import { roundCodeLength } from '@lectern/contract/review/review-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray, not, sql } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import { audit } from '../../audit/service.ts'
import { yearsLater, type ActivityCopies } from '../../competition/service.ts'
import { edition } from '../../competition/tables.ts'
import { newCode } from '../entries/codes.ts'
import { roundsCopied } from '../ports.ts'
import { panel, round, roundActivity } from '../tables.ts'

/** Rounds that judge these activities and no others, those that others follow first, with their times in another year. */
const roundsOnlyOf = async (db: Database, activities: readonly ActivityId[], { from, to }: ActivityCopies) => {
  const later = { years: to.year - from.year, timeZone: to.timeZone }
  const judged = db
    .select({ id: roundActivity.roundId })
    .from(roundActivity)
    .where(inArray(roundActivity.activityId, [...activities]))
  const others = db
    .select({ id: roundActivity.roundId })
    .from(roundActivity)
    .where(not(inArray(roundActivity.activityId, [...activities])))
  const rows = await db
    .select({
      id: round.id,
      name: round.name,
      rules: round.rules,
      allowsDownload: round.allowsDownload,
      previousId: round.previousId,
      opensAt: sql<string | null>`${yearsLater(sql`round.opens_at`, later)}`,
      closesAt: sql<string | null>`${yearsLater(sql`round.closes_at`, later)}`,
      activities: sql<{ id: ActivityId; fields: ExpertField[] }[]>`(
        select jsonb_agg(jsonb_build_object('id', activity_id, 'fields', fields)) from round_activity where round_id = round.id
      )`,
    })
    .from(round)
    .innerJoin(edition, eq(edition.id, round.editionId))
    .where(and(inArray(round.id, judged), not(inArray(round.id, others))))
    .orderBy(asc(round.createdAt), asc(round.id))
  return rows
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** A draft with the rules, times and panels of a round. Its works and experts are chosen anew. */
const copyRound = async (
  ctx: Ctx,
  source: Awaited<ReturnType<typeof roundsOnlyOf>>[number],
  { to, activities }: ActivityCopies,
): Promise<RoundId> => {
  const { name, rules, allowsDownload } = source
  const id = newId<RoundId>(ctx.now)
  const [opensAt, closesAt] = [momentOf(source.opensAt), momentOf(source.closesAt)]
  // A leap day may leave a window empty.
  const isWindow = opensAt === null || closesAt === null || opensAt < closesAt
  await ctx.db.insert(round).values({
    id,
    code: newCode(roundCodeLength),
    editionId: to.id,
    state: 'draft',
    name,
    rules,
    allowsDownload,
    opensAt,
    closesAt: isWindow ? closesAt : null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  const judged = source.activities.map((one) => ({ ...one, id: activities.get(one.id)! }))
  await ctx.db
    .insert(roundActivity)
    .values(judged.map(({ id: activityId, fields }) => ({ roundId: id, activityId, fields })))
  const panels = await ctx.db.select().from(panel).where(eq(panel.roundId, source.id)).orderBy(asc(panel.position))
  if (panels.length > 0)
    await ctx.db
      .insert(panel)
      .values(
        panels.map((one) => ({ name: one.name, position: one.position, roundId: id, id: newId<PanelId>(ctx.now) })),
      )
  await audit(ctx, 'round.created', {
    subject: { kind: 'round', id },
    after: { name, activities: judged.map((one) => one.id), rules, allowsDownload, copyOf: source.id },
  })
  return id
}

/** Copies the rounds that judge only activities which were copied. A round that went before and was not copied is left out. */
export const copyRounds = async (ctx: Ctx, copies: ActivityCopies): Promise<void> => {
  const sources = await roundsOnlyOf(ctx.db, [...copies.activities.keys()], copies)
  const rounds = new Map<RoundId, RoundId>()
  for (const source of sources) rounds.set(source.id, await copyRound(ctx, source, copies))
  for (const { id, previousId } of sources) {
    const previous = previousId && rounds.get(previousId)
    if (previous)
      await ctx.db
        .update(round)
        .set({ previousId: previous })
        .where(eq(round.id, rounds.get(id)!))
  }
  const { activities } = copies
  for (const copy of ctx.installation.ports.all(roundsCopied)) await copy(ctx, { activities, rounds })
}
