import { taskMoves, type TaskState } from '@lectern/contract/tasks/task-values.ts'
import { permitted, refuse, type Verdict } from '../../platform/policy.ts'

const mayMove = (from: TaskState, to: TaskState): Verdict =>
  (taskMoves[from] as readonly TaskState[]).includes(to) ? permitted : refuse('task.moveRefused')

export const mayCancel = (state: TaskState): Verdict => mayMove(state, 'cancelled')

/** A running task goes back to waiting by itself; organisers retry what has ended. */
export const mayRetry = (state: TaskState): Verdict =>
  state === 'running' ? refuse('task.moveRefused') : mayMove(state, 'waiting')
