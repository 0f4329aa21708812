import { parentPort, workerData } from 'node:worker_threads'
import { runListTask, type ListTask } from './list-tasks.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
parentPort!.postMessage(runListTask(workerData as ListTask))
