import type { AssignmentId, PanelId } from '@lectern/contract/ids.ts'
import type { WrittenSheet } from '@lectern/contract/review/review.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { preparedQuery, type Placeholders } from '../../../platform/database/prepared-queries.ts'
import { sheetColumns, type OwnSheet } from '../queries.ts'
import { panelSignature, sheet, sheetVersion } from '../tables.ts'

interface Written {
  id: AssignmentId
  version: number
  /** JSON. */
  scores: string
  comment: string
  remark: string
  /** JSON. */
  notes: string
  /** JSON. */
  places: string
  seconds: number
  now: Date
}

const writeRow = preparedQuery((db, placeholders: Placeholders<Record<keyof Written, unknown>>) => {
  const values = {
    scores: sql`${placeholders.scores}::jsonb`,
    comment: sql`${placeholders.comment}`,
    remark: sql`${placeholders.remark}`,
    notes: sql`${placeholders.notes}::jsonb`,
    places: sql`${placeholders.places}::jsonb`,
    updatedAt: sql`${placeholders.now}`,
  }
  return db
    .insert(sheet)
    .values({
      ...values,
      assignmentId: sql`${placeholders.id}`,
      version: sql`1`,
      seconds: sql`${placeholders.seconds}`,
      createdAt: sql`${placeholders.now}`,
    })
    .onConflictDoUpdate({
      target: sheet.assignmentId,
      set: {
        scores: sql`excluded.scores`,
        comment: sql`excluded.comment`,
        remark: sql`excluded.remark`,
        notes: sql`excluded.notes`,
        places: sql`excluded.places`,
        updatedAt: sql`excluded.updated_at`,
        version: sql`${sheet.version} + 1`,
        seconds: sql`greatest(${sheet.seconds}, excluded.seconds)`,
        isChanged: sql`exists (
          select from sheet_version as last
          where last.assignment_id = ${sheet.assignmentId} and last.number = ${sheet.number}
            and (last.scores, last.comment, last.remark) is distinct from (excluded.scores, excluded.comment, excluded.remark)
        )`,
      },
      setWhere: sql`${sheet.version} = ${placeholders.version}::integer`,
    })
    .returning(sheetColumns)
})

/** Writes a sheet over the version that it is based on. Undefined: another tab was faster. */
export const writeSheet = async (
  db: Database,
  id: AssignmentId,
  version: number,
  { scores, comment, remark, notes, places, seconds }: WrittenSheet,
  now: Date,
): Promise<OwnSheet | undefined> => {
  const json = { scores: JSON.stringify(scores), notes: JSON.stringify(notes), places: JSON.stringify(places) }
  const [stored] = await writeRow(db, { id, version, comment, remark, seconds, now, ...json })
  return stored
}

/** Locks the sheet until the transaction ends. */
export const lockSheet = async (db: Database, id: AssignmentId) => {
  const [row] = await db.select().from(sheet).where(eq(sheet.assignmentId, id)).for('update')
  return row
}

/** Adds a version that never changes, and marks the sheet as submitted. */
export const addVersion = async (
  db: Database,
  { assignmentId, scores, comment, remark, seconds, ...stored }: NonNullable<Awaited<ReturnType<typeof lockSheet>>>,
  total: number,
  now: Date,
): Promise<number> => {
  const number = (stored.number ?? 0) + 1
  const submitted = { number, total, submittedAt: now }
  await db.insert(sheetVersion).values({ assignmentId, scores, comment, remark, seconds, ...submitted })
  await db
    .update(sheet)
    .set({ ...submitted, isChanged: false })
    .where(eq(sheet.assignmentId, assignmentId))
  return number
}

/** The chair has signed other scores than these. */
export const voidSignature = async (db: Database, panelId: PanelId): Promise<void> => {
  await db.delete(panelSignature).where(eq(panelSignature.panelId, panelId))
}

/** How far these sheets are. */
export const sheetsOf = (db: Database, ids: readonly AssignmentId[]) =>
  db
    .select({
      assignmentId: sheet.assignmentId,
      number: sheet.number,
      total: sheet.total,
      isChanged: sheet.isChanged,
      scores: sheet.scores,
      comment: sheet.comment,
      remark: sheet.remark,
      notes: sheet.notes,
    })
    .from(sheet)
    .where(inArray(sheet.assignmentId, [...ids]))
