import type { TaskId } from '@lectern/contract/ids.ts'
import type { SQL } from '../../platform/database/drizzle.ts'
import { definePort } from '../../platform/ports.ts'

/** Selects the activities that a task is about, as far as the feature knows its input. */
export const taskActivities = definePort<(id: TaskId) => SQL>('the activities of tasks')
