import type { AccountId, FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, ne, sql } from '../../../platform/database/drizzle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import type { InspectedFile } from './inspection-queries.ts'
import { findWork, lockWorkRow } from '../queries.ts'
import { workFile, workRescan } from '../tables.ts'

interface ArrivedFile {
  id: FileId
  name: string
  workId: WorkId
  startedBy?: AccountId | undefined
}

const enqueueReading = async (
  ctx: Ctx,
  kind: 'inspect' | 'confirm',
  { id, name, workId, startedBy }: ArrivedFile,
): Promise<void> => {
  const workRow = await findWork(ctx.db, workId)
  await enqueueTask(ctx, {
    kind,
    input: { file: id },
    subject: name,
    link: `/Admin/Work/${workId}`,
    startedBy,
    lane: workRow?.teamId,
  })
}

/** Has a file inspected, in the turn of its team: all works of a team share one. */
export const enqueueInspection = (ctx: Ctx, file: ArrivedFile): Promise<void> => enqueueReading(ctx, 'inspect', file)

/** Has a file read whose hash a browser has computed. */
export const enqueueConfirmation = (ctx: Ctx, file: ArrivedFile): Promise<void> => enqueueReading(ctx, 'confirm', file)

/** Inspections of a file that wait, run, or have failed or been cancelled. */
const unfinished = (id: FileId) =>
  and(eq(task.kind, 'inspect'), ne(task.state, 'done'), sql`${task.input} ->> 'file' = ${id}::text`)

/** Has the copy for experts made, which somebody asks for. An inspection that has failed or was cancelled is left to organisers. */
export const requestCopy = (outer: Ctx, { id, name, workId }: InspectedFile): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await lockWorkRow(ctx.db, workId)
    if ((await ctx.db.$count(task, unfinished(id))) === 0) await enqueueInspection(ctx, { id, name, workId })
  })

/** Whether a work is about to be searched for what reveals its team, or one of its files is. */
export const isBeingScanned = async (db: Database, id: WorkId): Promise<boolean> => {
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select exists (select from ${workRescan} where ${workRescan.workId} = ${id}) or exists (
      select from ${task} where ${task.state} in ('waiting', 'running') and (
        ${task.kind} = 'recheck' and ${task.input} ->> 'work' = ${id}::text or
        ${task.kind} = 'inspect' and ${task.input} ->> 'file' in (
          select ${workFile.id}::text from ${workFile} where ${workFile.workId} = ${id}
        )
      )
    ) as is
  `)
  return rows[0]!.is
}

/** Whether the inspection of a file will end by itself. */
export const isBeingInspected = async (db: Database, id: FileId): Promise<boolean> =>
  (await db.$count(task, and(unfinished(id), sql`${task.state} in ('waiting', 'running')`))) > 0
