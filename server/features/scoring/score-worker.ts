import { parentPort, workerData } from 'node:worker_threads'
import { computeScores, type ScoreTask } from './score-tasks.ts'

parentPort!.postMessage(computeScores(workerData as ScoreTask))
