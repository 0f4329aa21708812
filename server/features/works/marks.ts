import { findingsOf, isBlocking, type Finding } from '@lectern/contract/file-findings.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { isFilePart } from '@lectern/contract/work-values.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, inArray, isNull, or } from '../../platform/database/drizzle.ts'
import { factsOfWork, findMarked, type MarkedWork } from './inspection-queries.ts'
import { fileRulesOf } from './part-rules.ts'
import { leak, work } from './tables.ts'

type MarkedFile = Awaited<ReturnType<typeof factsOfWork>>[number]

const findingsIn = ({ rules }: MarkedWork, { part: id, facts }: MarkedFile): Finding[] => {
  const part = rules.parts.find((one) => one.id === id)
  return part && facts ? findingsOf(fileRulesOf(part, rules), facts) : []
}

const worstOf = (findings: readonly Finding[]): 'blocking' | 'warning' | null => {
  if (findings.some(isBlocking)) return 'blocking'
  return findings.length > 0 ? 'warning' : null
}

/** Required parts that are not there yet in what is being prepared. */
const countMissing = ({ rules, values }: MarkedWork, files: readonly MarkedFile[]): number =>
  rules.parts.filter(({ id, kind, required, minFiles }) => {
    if (!required) return false
    if (!isFilePart(kind)) return (values[id] ?? '').trim() === ''
    return files.filter(({ part, position }) => part === id && position !== null).length < minFiles
  }).length

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
  const found = await findMarked(db, id)
  if (!found) return
  const files = await factsOfWork(db, found)
  await db
    .update(work)
    .set({
      worstFinding: worstOf(files.flatMap((file) => findingsIn(found, file))),
      openLeaks: await countOpenLeaks(
        db,
        id,
        files.map((file) => file.id),
      ),
      missingParts: countMissing(found, files),
    })
    .where(eq(work.id, id))
}
