import { parentPort, workerData } from 'node:worker_threads'
import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { performMediaTask, type MediaTask } from './media-tasks.ts'
import type { ThreadMessage } from './media-threads.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
const post = (message: ThreadMessage): void => parentPort!.postMessage(message)

const sourceOf = ({ size }: MediaTask): ByteSource => {
  const waiting: ((bytes: Uint8Array) => void)[] = []
  parentPort!.on('message', (bytes: Uint8Array) => waiting.shift()!(bytes))
  let last: Promise<unknown> = Promise.resolve()
  return {
    size,
    // One at a time, so that each gets its own answer.
    read: (start, end) => {
      const answer = last.then(
        () =>
          new Promise<Uint8Array>((resolve) => {
            waiting.push(resolve)
            post({ kind: 'read', start, end })
          }),
      )
      last = answer
      return answer
    },
  }
}

const task = workerData as MediaTask
const result = await performMediaTask(task, sourceOf(task))
post({ kind: 'done', result })
parentPort!.close()
