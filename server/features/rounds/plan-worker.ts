import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../../platform/database/connect.ts'
import { lowerThreadPriority } from '../../platform/thread-priority.ts'
import { makePlan } from './plan-making.ts'
import type { PlanNews, PlanOrder } from './plan-thread.ts'

/** Runs in a thread: makes one plan of a round. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
const post = (message: PlanNews): void => parentPort!.postMessage(message)

lowerThreadPriority()
const order = workerData as PlanOrder
const { db, close } = connect(order.databaseUrl, () => undefined)
try {
  const made = await makePlan(db, order, (news) => post({ kind: 'progress', news }))
  post(made ? { kind: 'done', made } : { kind: 'gone' })
} catch (error) {
  post({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
} finally {
  await close()
}
