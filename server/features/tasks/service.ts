import type { AccountId, FileId, TaskId } from '@lectern/contract/ids.ts'
import type { TaskKind } from '@lectern/contract/task-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { addJob } from './queue.ts'
import { task } from './tables.ts'

interface NewTask {
  kind: TaskKind
  /** What its runner needs. */
  input: Record<string, unknown>
  /** What it is about, as people know it: the name of a file, of an activity. */
  subject: string
  /** Where its subject is shown: a path of this site. */
  link?: string | undefined
  /** The organiser who started it; absent: the program. */
  startedBy?: AccountId | undefined
}

/** Adds a background task in the transaction of its cause: it runs if and only if that is committed. */
export const enqueueTask = (outer: Ctx, { link, startedBy, ...given }: NewTask): Promise<TaskId> =>
  inTransaction(outer, async ({ db, now }) => {
    const id = newId<TaskId>(now)
    await db.insert(task).values({
      ...given,
      id,
      state: 'waiting',
      link: link ?? null,
      startedBy: startedBy ?? null,
      createdAt: now,
    })
    await addJob(db, { id, kind: given.kind })
    return id
  })

/** How long a file that a task made can be downloaded. */
export const taskFileDays = 7

/** Names the file that a task made: organisers download it until it expires. */
export const setTaskFile = async ({ db, now }: Ctx, id: TaskId, fileId: FileId): Promise<void> => {
  const until = new Date(now.getTime() + taskFileDays * 86_400_000)
  await db.update(task).set({ fileId, fileUntil: until }).where(eq(task.id, id))
}
