import { taskKinds } from '@lectern/contract/tasks/task-values.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sample, type Sample } from '../../platform/metrics/metrics.ts'
import { measuredStates, measureTasks } from './queries.ts'

/** How many tasks wait, run and have failed, and how long the oldest of each kind has waited. */
export const taskSamples = async (db: Database, now: Date): Promise<Sample[]> => {
  const rows = await measureTasks(db, now)
  return taskKinds.flatMap((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind)
    const totalOf = (state: string): number => ofKind.find((row) => row.state === state)?.total ?? 0
    const ages = ofKind.map(({ oldestSeconds }) => oldestSeconds ?? 0)
    return [
      ...measuredStates.map((state) => sample('lectern_tasks', { kind, state }, totalOf(state))),
      sample('lectern_task_oldest_seconds', { kind }, Math.max(0, ...ages)),
    ]
  })
}
