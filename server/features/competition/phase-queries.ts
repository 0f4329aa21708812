import { stagePhases, type PhaseKind } from '@lectern/contract/competition-values.ts'
import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asc, desc, eq, sql } from '../../platform/database/drizzle.ts'
import { editionColumns, phaseColumns } from './queries.ts'
import { activity, edition, phase } from './tables.ts'

const officeColumns = { ...phaseColumns, version: phase.version, updatedAt: phase.updatedAt }

/** All editions, the one that runs first: a promise of few. */
export const allEditions = (db: Database) =>
  db
    .select({ ...editionColumns, current: edition.current })
    .from(edition)
    .orderBy(desc(edition.current), desc(edition.year), desc(edition.id))

/** All phases of an edition as organisers see them: a promise of few. */
export const officePhases = (db: Database, editionId: EditionId) =>
  db
    .select(officeColumns)
    .from(phase)
    .where(eq(phase.editionId, editionId))
    .orderBy(asc(phase.opensAt), asc(phase.closesAt), asc(phase.id))

export type FoundPhase = Awaited<ReturnType<typeof officePhases>>[number]

export const findPhase = async (db: Database, id: PhaseId): Promise<FoundPhase | undefined> => {
  const [found] = await db.select(officeColumns).from(phase).where(eq(phase.id, id))
  return found
}

export const lockPhase = async (db: Database, id: PhaseId): Promise<FoundPhase | undefined> => {
  const [found] = await db.select(officeColumns).from(phase).where(eq(phase.id, id)).for('update')
  return found
}

/** The edition that an activity belongs to. */
export const editionOfActivity = async (db: Database, id: ActivityId): Promise<EditionId | undefined> => {
  const [found] = await db.select({ editionId: activity.editionId }).from(activity).where(eq(activity.id, id))
  return found?.editionId
}

interface Undone {
  drafts: number
  unstarted: number
  extended: number
}

/**
 * Teams of some activities that have not done yet what a phase is for; apart, those whose own time ends after the given end. Null: nothing is
 * handed in during such a phase.
 */
export const countUndone = async (
  db: Database,
  kind: PhaseKind,
  activities: readonly ActivityId[],
  end: Date | undefined,
): Promise<Undone | null> => {
  if (kind !== stagePhases.enrolment) return null
  const { rows } = await db.execute<{ [Name in keyof Undone]: number }>(sql`
    select
      count(*) filter (where not is_extended and state = 'draft')::integer as drafts,
      count(*) filter (where not is_extended and state is null)::integer as unstarted,
      count(*) filter (where is_extended)::integer as extended
    from (
      select
        enrolment.state,
        coalesce(${end ?? null}::timestamptz < given.until, false) as is_extended
      from team
      left join enrolment on enrolment.team_id = team.id
      left join lateral (
        select until from extension
        where extension.team_id = team.id and extension.kind = ${kind} and extension.revoked_at is null
        order by extension.created_at desc, extension.id desc
        limit 1
      ) as given on true
      where team.activity_id = any (${sql.param([...activities])}::uuid[])
        and team.disbanded_at is null
        and (enrolment.state is null or enrolment.state = 'draft')
    ) as undone
  `)
  return rows[0]!
}
