import { parentPort, workerData } from 'node:worker_threads'
import { computeScores, type ScoreTask } from './score-tasks.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
parentPort!.postMessage(computeScores(workerData as ScoreTask))
