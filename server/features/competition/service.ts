import { extendedKinds, type PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { AccountId, ActivityId, EditionId, ExtensionId, TeamId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { t } from '../../platform/messages.ts'
import { readActualPhases, type Asking } from './phases/actual-phases.ts'
import { deadlinesOf, sharedPhaseOf, type Deadlines } from './phases/phases.ts'
import {
  addressesOfActivities,
  askedBefore,
  activitiesOf,
  findCurrentEdition,
  findEdition,
  findPublishedActivity,
  lockSeatCount,
  nextNumber,
  phasesOf,
  publishedActivities,
  stateAt,
  windowsOfTeams,
} from './queries.ts'
import { extension } from './tables.ts'

export { lockEditionRules, lockRulesOfActivity } from './queries.ts'

export { presentContest, presentRules, standingOfShown } from './present.ts'
export { checkWindow, deadlineOf, isFull, isOpen, phaseOf, type Deadline, type Deadlines } from './phases/phases.ts'
export { endPhases } from './phases/phase-end.ts'
export { checkInside } from './phases/inside.ts'
export { checkNotAnnounced, type ActivityUse, type Answered } from './policy.ts'
export {
  activitiesCopied,
  activityProgress,
  activityUses,
  datedThings,
  editionCheck,
  partUses,
  stageProgress,
  workRulesChanged,
  type ActivityCopies,
  type CheckedEdition,
  type CheckResult,
  type ChangedWorkRules,
  type DatedThing,
} from './ports.ts'
export { wherePublished } from './queries.ts'
export { yearsLater } from './activities/activity-queries.ts'
export { countUndoneTeams } from './phases/undone-teams.ts'

/** The name of a phase kind, in every language. */
export const phaseNames = (kind: PhaseKind): LocalizedText =>
  Object.fromEntries(locales.map((locale) => [locale, t(locale, `section.phase.${kind}`)]))

/** The current edition with its published activities and all phases. */
export const readContest = async (ctx: Ctx) => {
  const edition = await findCurrentEdition(ctx.db)
  if (!edition) return { edition: undefined, activities: [], phases: [] }
  const [activities, { phases }] = await Promise.all([
    publishedActivities(ctx.db, edition.id, ctx.now),
    readActualPhases(ctx, [edition.id]),
  ])
  return { edition, activities, phases }
}

/** The phase of an edition that is planned for something about these activities. */
export const readPlannedPhase = async (
  { db }: Pick<Ctx, 'db'>,
  editionId: EditionId,
  activities: readonly ActivityId[],
  kind: PhaseKind,
) => sharedPhaseOf(await phasesOf(db, editionId), activities, kind)

/** An edition, the current one if none is named, and all its phases, without its activities. */
export const readScheduleOf = async (ctx: Ctx, id: EditionId | undefined) => {
  const edition = id === undefined ? await findCurrentEdition(ctx.db) : await findEdition(ctx.db, id)
  return { edition, phases: edition ? (await readActualPhases(ctx, [edition.id])).phases : [] }
}

export const readSchedule = (ctx: Ctx) => readScheduleOf(ctx, undefined)

export const requireActivity = async (ctx: Ctx, id: ActivityId) => {
  const row = await findPublishedActivity(ctx.db, id, ctx.now)
  if (!row) throw fail('activity.notFound')
  return { ...row, phases: (await readActualPhases(ctx, [row.editionId])).phases }
}

export const activitiesForSitemap = (ctx: Ctx) => addressesOfActivities(ctx.db, ctx.now)

/**
 * Activities in which teams may act, published or archived, each with its edition, its phases as they really take place, and since when
 * its results are public. The number of queries does not depend on how many there are.
 */
export const runningActivities = async (ctx: Asking, ids: readonly ActivityId[]) => {
  const rows = await activitiesOf(ctx.db, { ids })
  // Activities scheduled for later are not known to participants.
  const running = rows
    .map((row) => ({ ...row, state: stateAt(row, ctx.now) }))
    .filter(({ state }) => state !== 'scheduled')
  const { phases, announcedAt } = await readActualPhases(ctx, [...new Set(running.map(({ editionId }) => editionId))])
  return new Map(
    running.map((activity) => [
      activity.id,
      {
        ...activity,
        phases: phases.filter(({ editionId }) => editionId === activity.editionId),
        announcedAt: announcedAt(activity.id),
      },
    ]),
  )
}

export const requireRunningActivity = async (ctx: Ctx, id: ActivityId) => {
  const running = (await runningActivities(ctx, [id])).get(id)
  if (!running) throw fail('activity.notFound')
  return running
}

export type RunningActivity = Awaited<ReturnType<typeof requireRunningActivity>>

/** The deadlines of each of these teams, extensions included. */
export const deadlinesOfTeams = async (
  ctx: Pick<Ctx, 'db'>,
  teams: readonly { id: TeamId; activity: { id: ActivityId; announcedAt?: Date | undefined } }[],
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
      return [id, deadlinesOf(own, activity, Object.fromEntries(extended))]
    }),
  )
}

/** The deadlines of an activity for people without a team. */
export const deadlinesIn = ({
  phases,
  ...activity
}: Pick<RunningActivity, 'id' | 'phases' | 'announcedAt'>): Deadlines => deadlinesOf(phases, activity)

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
  const places = { newcomer: waiting, offered: offered - 1, restored: offered }[claim]
  if (capacity !== null && taken + places >= capacity) throw fail('enrolment.full')
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
