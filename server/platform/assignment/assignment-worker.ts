import { parentPort, workerData } from 'node:worker_threads'
import type { AssignmentNews, AssignmentTask } from './assignment-thread.ts'
import { dealPanels, type PanelDeal } from './panel-plan.ts'
import { planPool, type PoolPlan } from './pool-plan.ts'
import { lowerThreadPriority } from '../thread-priority.ts'

/** Runs in a thread: makes one plan. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
const post = (message: AssignmentNews): void => parentPort!.postMessage(message)

const perform = (task: AssignmentTask): PoolPlan | PanelDeal =>
  task.kind === 'panels' ? dealPanels(task.input) : planPool(task.input, (news) => post({ kind: 'progress', news }))

lowerThreadPriority()
try {
  post({ kind: 'done', result: perform(workerData as AssignmentTask) })
} catch (error) {
  post({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
