import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { slidesType } from '@lectern/contract/works/work-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, desc, eq, isNotNull, lt, sql } from '../../../platform/database/drizzle.ts'
import { file } from '../../files/tables.ts'
import { task } from '../../tasks/tables.ts'
import { work, workFile } from '../tables.ts'

const tasksOf = (id: unknown) => sql`${task.kind} = 'makePages' and ${task.input} ->> 'work' = ${id}::text`

/** Works before one, the newest first, with slides that may lack pages. A task that has failed or was cancelled is left to organisers. */
export const worksWithoutPages = (
  db: Database,
  { rules, before, most }: { rules: readonly string[]; before: WorkId | undefined; most: number },
) =>
  db
    .selectDistinct({ id: work.id })
    .from(workFile)
    .innerJoin(work, eq(work.id, workFile.workId))
    .innerJoin(file, eq(file.id, sql`coalesce(${workFile.redactedId}, ${workFile.id})`))
    .where(
      and(
        sql`${workFile.blind} ->> 'kind' <> 'failed'`,
        eq(file.state, 'stored'),
        eq(file.type, slidesType),
        sql`(${file.pagesRules} is null or ${file.pagesRules} <> all (${sql.param([...rules])}::text[]))`,
        before && lt(work.id, before),
        sql`not exists (select from ${task} where ${tasksOf(work.id)} and ${task.state} <> 'done')`,
      ),
    )
    .orderBy(desc(work.id))
    .limit(most)

/** Whether pages of a work will be made without anybody's doing. */
export const arePagesBeingMade = async (db: Database, id: WorkId): Promise<boolean> =>
  (await db.$count(task, and(tasksOf(id), sql`${task.state} in ('waiting', 'running')`))) > 0

/** The team learns whether experts see slides as pages. */
export const storeIsWithoutPages = async (db: Database, id: FileId, isWithoutPages: boolean): Promise<void> => {
  await db
    .update(workFile)
    .set({ facts: sql`${workFile.facts} || jsonb_build_object('isWithoutPages', ${isWithoutPages}::boolean)` })
    .where(and(eq(workFile.id, id), isNotNull(workFile.facts)))
}
