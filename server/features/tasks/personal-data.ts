import { desc, eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { task } from './tables.ts'

export const tasksData: PersonalData = {
  collect: async ({ db }, { id }) => ({
    startedTasks: await db
      .select({ kind: task.kind, subject: task.subject, state: task.state, createdAt: task.createdAt })
      .from(task)
      .where(eq(task.startedBy, id))
      .orderBy(desc(task.createdAt), desc(task.id)),
  }),
  erase: async ({ db }, { id }) => {
    await db.update(task).set({ startedBy: null }).where(eq(task.startedBy, id))
  },
}
