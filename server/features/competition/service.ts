import { extendedKinds, type PhaseKind } from '@lectern/contract/competition-values.ts'
import type { AccountId, ActivityId, ExtensionId, TeamId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { t } from '../../platform/messages.ts'
import { deadlinesOf, type Deadlines } from './phases.ts'
import {
  addressesOfActivities,
  askedBefore,
  activitiesOf,
  findCurrentEdition,
  findPublishedActivity,
  lockSeatCount,
  nextNumber,
  phasesOf,
  phasesOfEditions,
  publishedActivities,
  stateAt,
  windowsOfTeams,
} from './queries.ts'
import { extension } from './tables.ts'

export { lockEditionRules, lockRulesOfActivity } from './queries.ts'

export { presentContest, presentRules, standingOfShown } from './present.ts'
export { checkWindow, deadlineOf, isFull, isOpen, type Deadline, type Deadlines } from './phases.ts'
export type { ActivityUse, Answered } from './policy.ts'
export { activityUses, partUses, workRulesChanged, stageProgress, type ChangedWorkRules } from './ports.ts'
export { wherePublished } from './queries.ts'
export { countUndoneTeams } from './undone-teams.ts'

/** The name of a phase kind, in every language. */
export const phaseNames = (kind: PhaseKind): LocalizedText =>
  Object.fromEntries(locales.map((locale) => [locale, t(locale, `section.phase.${kind}`)]))

/** The current edition with its published activities and all phases. */
export const readContest = async (ctx: Ctx) => {
  const edition = await findCurrentEdition(ctx.db)
  if (!edition) return { edition: undefined, activities: [], phases: [] }
  const [activities, phases] = await Promise.all([
    publishedActivities(ctx.db, edition.id, ctx.now),
    phasesOf(ctx.db, edition.id),
  ])
  return { edition, activities, phases }
}

/** The current edition and all its phases, without its activities. */
export const readSchedule = async (ctx: Ctx) => {
  const edition = await findCurrentEdition(ctx.db)
  return { edition, phases: edition ? await phasesOf(ctx.db, edition.id) : [] }
}

export const requireActivity = async (ctx: Ctx, id: ActivityId) => {
  const found = await findPublishedActivity(ctx.db, id, ctx.now)
  if (!found) throw fail('activity.notFound')
  return { ...found, phases: await phasesOf(ctx.db, found.editionId) }
}

export const activitiesForSitemap = (ctx: Ctx) => addressesOfActivities(ctx.db, ctx.now)

/**
 * Activities in which teams may act, published or archived, each with its edition and phases. The number of queries
 * does not depend on how many there are.
 */
export const runningActivities = async (ctx: Pick<Ctx, 'db' | 'now'>, ids: readonly ActivityId[]) => {
  const known = await activitiesOf(ctx.db, { ids })
  // Activities scheduled for later are not known to participants.
  const found = known
    .map((row) => ({ ...row, state: stateAt(row, ctx.now) }))
    .filter(({ state }) => state !== 'scheduled')
  const phases = await phasesOfEditions(ctx.db, {
    editions: [...new Set(found.map(({ editionId }) => editionId))],
  })
  return new Map(
    found.map((activity) => [
      activity.id,
      { ...activity, phases: phases.filter(({ editionId }) => editionId === activity.editionId) },
    ]),
  )
}

export const requireRunningActivity = async (ctx: Ctx, id: ActivityId) => {
  const found = (await runningActivities(ctx, [id])).get(id)
  if (!found) throw fail('activity.notFound')
  return found
}

export type RunningActivity = Awaited<ReturnType<typeof requireRunningActivity>>

/** The deadlines of each of these teams, extensions included. */
export const deadlinesOfTeams = async (
  ctx: Pick<Ctx, 'db'>,
  teams: readonly { id: TeamId; activity: { id: ActivityId } }[],
): Promise<ReadonlyMap<TeamId, Deadlines>> => {
  const windows = await windowsOfTeams(ctx.db, {
    teams: teams.map(({ id }) => id),
    activities: teams.map(({ activity }) => activity.id),
    kinds: extendedKinds,
  })
  return new Map(
    teams.map(({ id, activity }) => {
      const own = windows.filter(({ teamId }) => teamId === id)
      const extended = own.flatMap(({ kind, extendedUntil }) => (extendedUntil ? [[kind, extendedUntil]] : []))
      return [id, deadlinesOf(own, activity.id, Object.fromEntries(extended))]
    }),
  )
}

/** The deadlines of an activity for people without a team. */
export const deadlinesIn = ({ id, phases }: Pick<RunningActivity, 'id' | 'phases'>): Deadlines =>
  deadlinesOf(phases, id)

/** Those of these questions that the form has never contained. */
export const neverAsked = async (ctx: Ctx, id: ActivityId, fields: readonly string[]): Promise<string[]> => {
  if (fields.length === 0) return []
  const former = new Set(await askedBefore(ctx.db, id, fields))
  return fields.filter((field) => !former.has(field))
}

/** Serializes all changes of seats and of the waiting list of an activity, until the transaction ends. */
export const lockSeats = (ctx: Ctx, activityId: ActivityId) => lockSeatCount(ctx.db, activityId)

/**
 * Who asks for a seat. `newcomer`: comes after the whole waiting list. `offered`: on the waiting list, with a
 * reserved seat. `restored`: had a seat until a decision that is revoked; comes before teams without an offer.
 */
export type Claim = 'newcomer' | 'offered' | 'restored'

/**
 * Reserves a seat for the rest of the transaction, or fails if none is left. A database trigger counts it when the
 * state changes.
 */
export const reserveSeat = async (ctx: Ctx, activityId: ActivityId, claim: Claim): Promise<void> => {
  const { capacity, taken, waiting, offered } = await lockSeats(ctx, activityId)
  const kept = { newcomer: waiting, offered: offered - 1, restored: offered }[claim]
  if (capacity !== null && taken + kept >= capacity) throw fail('enrolment.full')
}

/** `<year>-<code>-<sequence>` */
export const numberOf = (edition: { year: number }, code: string, sequence: number): string =>
  `${edition.year}-${code}-${String(sequence).padStart(4, '0')}`

/** Takes the next number. Called once for an enrolment, at its first submission. */
export const assignNumber = async (
  ctx: Ctx,
  { id, code, edition }: { id: ActivityId; code: string; edition: { year: number } },
): Promise<{ number: string; sequence: number }> => {
  const sequence = await nextNumber(ctx.db, id)
  return { number: numberOf(edition, code, sequence), sequence }
}

/** Requires a transaction. The caller has checked that it extends the deadline. */
export const addExtension = async (
  ctx: Ctx,
  values: Omit<typeof extension.$inferInsert, 'id' | 'createdAt'>,
): Promise<void> => {
  await ctx.db.insert(extension).values({ ...values, id: newId<ExtensionId>(ctx.now), createdAt: ctx.now })
}

/** Requires a transaction. The caller has checked that it may be revoked. */
export const revokeExtension = async (ctx: Ctx, id: ExtensionId, by: AccountId): Promise<void> => {
  await ctx.db.update(extension).set({ revokedBy: by, revokedAt: ctx.now }).where(eq(extension.id, id))
}
