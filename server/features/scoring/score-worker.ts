import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../platform/thread-priority.ts'
import { computeScores, type ScoreTask } from './score-tasks.ts'

lowerThreadPriority()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
parentPort!.postMessage(computeScores(workerData as ScoreTask))
