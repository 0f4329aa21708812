import type { ActivityId, EditionId, TeamId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, desc, eq, ne, sql } from '../../platform/database/drizzle.ts'
import { soonMilliseconds } from './phases.ts'
import { activity, edition, extension, phase, tally } from './tables.ts'

export const editionColumns = { id: edition.id, year: edition.year, name: edition.name, timeZone: edition.timeZone }

export const findCurrentEdition = async (db: Database) => {
  const [found] = await db.select(editionColumns).from(edition).where(eq(edition.current, true))
  return found
}

const cardColumns = {
  id: activity.id,
  editionId: activity.editionId,
  code: activity.code,
  name: activity.name,
  group: activity.group,
  summary: activity.summary,
  cover: activity.cover,
  teamMin: activity.teamMin,
  teamMax: activity.teamMax,
  advisorsMax: activity.advisorsMax,
  capacity: activity.capacity,
  taken: tally.taken,
}

const detailColumns = {
  ...cardColumns,
  body: activity.body,
  requirements: activity.requirements,
  rules: activity.rules,
}

/** The published activities of an edition: a promise of few. */
export const publishedActivities = (db: Database, editionId: EditionId) =>
  db
    .select(detailColumns)
    .from(activity)
    .innerJoin(tally, eq(tally.activityId, activity.id))
    .where(and(eq(activity.editionId, editionId), eq(activity.state, 'published')))
    .orderBy(asc(activity.position), asc(activity.code))

export const findPublishedActivity = async (db: Database, id: ActivityId) => {
  const [found] = await db
    .select({ ...detailColumns, edition: editionColumns })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .innerJoin(tally, eq(tally.activityId, activity.id))
    .where(and(eq(activity.id, id), eq(activity.state, 'published'), eq(edition.current, true)))
  return found
}

/** Everything that teams and their enrolments need to know of an activity, published or archived. */
export const findActivity = async (db: Database, id: ActivityId) => {
  const [found] = await db
    .select({ ...detailColumns, state: activity.state, fields: activity.fields, edition: editionColumns })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .innerJoin(tally, eq(tally.activityId, activity.id))
    .where(and(eq(activity.id, id), ne(activity.state, 'draft')))
  return found
}

/** The latest word on a team's extra time. */
export const extendedUntil = async (
  db: Database,
  teamId: TeamId,
  kind: 'enrolment' | 'submission',
): Promise<Date | undefined> => {
  const [found] = await db
    .select({ until: extension.until })
    .from(extension)
    .where(and(eq(extension.teamId, teamId), eq(extension.kind, kind)))
    .orderBy(desc(extension.createdAt), desc(extension.id))
    .limit(1)
  return found?.until
}

/** Everybody who wants a place waits here for his turn, until the end of this transaction. */
export const lockTally = async (db: Database, activityId: ActivityId) => {
  const [found] = await db
    .select({ capacity: tally.capacity, taken: tally.taken })
    .from(tally)
    .where(eq(tally.activityId, activityId))
    .for('update')
  return found!
}

/** The next number of an activity; who does not get through with his transaction leaves no gap. */
export const nextNumber = async (db: Database, activityId: ActivityId): Promise<number> => {
  const [given] = await db
    .update(tally)
    .set({ lastNumber: sql`${tally.lastNumber} + 1` })
    .where(eq(tally.activityId, activityId))
    .returning({ number: tally.lastNumber })
  return given!.number
}

export const phaseColumns = {
  id: phase.id,
  activityId: phase.activityId,
  kind: phase.kind,
  opensAt: phase.opensAt,
  closesAt: phase.closesAt,
  graceMinutes: phase.graceMinutes,
}

/** All phases of an edition, its activities' own too: a promise of few. */
export const phasesOf = (db: Database, editionId: EditionId) =>
  db
    .select(phaseColumns)
    .from(phase)
    .where(eq(phase.editionId, editionId))
    .orderBy(asc(phase.opensAt), asc(phase.closesAt), asc(phase.id))

/** When the next phase opens, is about to close, or closes. */
export const nextPhaseChange = async (db: Database, now: Date): Promise<Date | undefined> => {
  const { rows } = await db.execute<{ due: Date | null }>(sql`
    select min(at) as due
    from phase, lateral (
      values (opens_at), (closes_at - make_interval(secs => ${soonMilliseconds / 1_000}::float8)), (closes_at)
    ) as changes (at)
    where at > ${now}
  `)
  const [row] = rows
  return row?.due ? new Date(row.due) : undefined
}

/** What the contest can be proud of: how many people, from how many schools and provinces. */
export const countContest = async (db: Database): Promise<{ people: number; schools: number; provinces: number }> => {
  const { rows } = await db.execute<{ people: number; schools: number; provinces: number }>(sql`
    select
      count(*)::integer as people,
      count(distinct school)::integer as schools,
      count(distinct province)::integer as provinces
    from account where status = 'active' and access = 'user'
  `)
  return rows[0]!
}
