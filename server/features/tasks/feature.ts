import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { daysBefore } from '../../platform/moments.ts'
import { removeFiles } from '../files/service.ts'
import { startDispatcher, type Dispatcher } from './queue/dispatcher.ts'
import { taskInvariants } from './invariants.ts'
import { tasksData } from './personal-data.ts'
import { forgetFiles } from './queries.ts'
import { taskRoutes } from './routes.ts'
import { taskSamples } from './samples.ts'
import { task } from './tables.ts'

/** Done inspections, confirmations, scans and deliveries are many, and of interest to nobody. */
const inspectionsKeptDays = 7
const tasksKeptDays = 90

export const tasksFeature: Feature = {
  name: 'tasks',
  start: (program) => {
    let dispatcher: Dispatcher | undefined
    return {
      routes: taskRoutes,
      runTasks: (runners, timing) => {
        dispatcher = startDispatcher({ ...program, runners, timing })
      },
      samples: () => taskSamples(program.db, program.clock.now()),
      listens: { task_cancelled: (id) => dispatcher?.cancel(id) },
      stop: () => dispatcher?.stop(),
      close: async () => dispatcher?.close(),
    }
  },
  // Organisers alone may read archives, for as long as their task names them.
  files: {
    bundle: {
      nameFor: async () => undefined,
      named: sql`select ${task.fileId} as id from ${task} where ${task.fileId} is not null`,
    },
  },
  menuCounts: {
    tasks: { duty: 'system', select: () => sql`select 1 from ${task} where ${task.state} = 'failed'` },
  },
  sweep: {
    run: async ({ db, now }) => removeFiles(db, await forgetFiles(db, now)),
    expired: (now) => [
      {
        table: sql`task`,
        where: sql`kind in ('inspect', 'confirm', 'scan', 'deliverEvents') and state = 'done' and finished_at <= ${daysBefore(now, inspectionsKeptDays)}`,
      },
      { table: sql`task`, where: sql`file_id is null and finished_at <= ${daysBefore(now, tasksKeptDays)}` },
    ],
  },
  auditSubjects: {
    task: {
      id: sql`${task.id}`,
      from: sql`${task}`,
      name: sql`to_jsonb(${task.subject}::text)`,
      isMentioned: true,
    },
  },
  invariants: taskInvariants,
  demo: { tables: ['task'] },
  personalData: tasksData,
}
