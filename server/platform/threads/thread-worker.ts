import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadJob, ThreadMessage, ThreadModule } from './thread-pool.ts'
import { lowerThreadPriority } from './thread-priority.ts'

/** Runs in a thread: does one piece of work after another. */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
const post = (message: ThreadMessage): void => parentPort!.postMessage(message)

/** The first code among an error and its causes: SQLSTATE or the code of a socket. */
const codeOf = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  return undefined
}

/** Errors lose their properties between threads. */
const failureOf = (error: unknown): ThreadMessage =>
  error instanceof Error
    ? { kind: 'failed', message: error.message, stack: error.stack, code: codeOf(error) }
    : { kind: 'failed', message: String(error), stack: undefined, code: undefined }

const perform = async ({ module, input }: ThreadJob): Promise<ThreadMessage> => {
  try {
    const { run } = (await import(module)) as ThreadModule
    return { kind: 'done', result: await run(input, (news) => post({ kind: 'progress', news })) }
  } catch (error) {
    return failureOf(error)
  }
}

if ((workerData as { isLow: boolean }).isLow) lowerThreadPriority()
parentPort!.on('message', (job: ThreadJob) => void perform(job).then(post))
