import { isBlocking, type Finding } from '@lectern/contract/works/file-findings.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, inArray, isNull, or } from '../../../platform/database/drizzle.ts'
import { factsOfWork, findMarked } from '../checks/inspection-queries.ts'
import { findingsIn, missingParts } from './part-rules.ts'
import { leak, work } from '../tables.ts'

const worstOf = (findings: readonly Finding[]): 'blocking' | 'warning' | null => {
  if (findings.some(isBlocking)) return 'blocking'
  return findings.length > 0 ? 'warning' : null
}

const countOpenLeaks = (db: Database, workId: WorkId, files: readonly FileId[]): Promise<number> =>
  db.$count(
    leak,
    and(
      eq(leak.workId, workId),
      eq(leak.judgement, 'open'),
      or(isNull(leak.fileId), files.length > 0 ? inArray(leak.fileId, [...files]) : undefined),
    ),
  )

/** Computes what lists of organisers show about a work. Requires a transaction that has locked it. */
export const refreshWorkMarks = async ({ db }: Ctx, id: WorkId): Promise<void> => {
  const marked = await findMarked(db, id)
  if (!marked) return
  const files = await factsOfWork(db, marked)
  const prepared = files.filter(({ position }) => position !== null)
  await db
    .update(work)
    .set({
      worstFinding: worstOf(files.flatMap((file) => findingsIn(marked.rules, file))),
      openLeaks: await countOpenLeaks(
        db,
        id,
        files.map((file) => file.id),
      ),
      missingParts: missingParts(marked.rules, marked, prepared).length,
    })
    .where(eq(work.id, id))
}
