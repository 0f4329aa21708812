import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { asc, desc, eq } from '../../../platform/database/drizzle.ts'
import { editionColumns, phaseColumns } from '../queries.ts'
import { activity, edition, phase } from '../tables.ts'

const officeColumns = { ...phaseColumns, version: phase.version, updatedAt: phase.updatedAt }

/** All editions, the current one first. Few rows. */
export const allEditions = (db: Database) =>
  db
    .select({ ...editionColumns, current: edition.current })
    .from(edition)
    .orderBy(desc(edition.current), desc(edition.year), desc(edition.id))

/** All phases of an edition for organisers. Few rows. */
export const officePhases = (db: Database, editionId: EditionId) =>
  db
    .select(officeColumns)
    .from(phase)
    .where(eq(phase.editionId, editionId))
    .orderBy(asc(phase.opensAt), asc(phase.closesAt), asc(phase.id))

export type FoundPhase = Awaited<ReturnType<typeof officePhases>>[number]

export const findPhase = async (db: Database, id: PhaseId): Promise<FoundPhase | undefined> => {
  const [row] = await db.select(officeColumns).from(phase).where(eq(phase.id, id))
  return row
}

export const lockPhaseRow = async (db: Database, id: PhaseId): Promise<FoundPhase | undefined> => {
  const [row] = await db.select(officeColumns).from(phase).where(eq(phase.id, id)).for('update')
  return row
}

/** The edition that an activity belongs to. */
export const editionOfActivity = async (db: Database, id: ActivityId): Promise<EditionId | undefined> => {
  const [row] = await db.select({ editionId: activity.editionId }).from(activity).where(eq(activity.id, id))
  return row?.editionId
}
