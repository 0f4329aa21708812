import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { MediaTooCostly } from './media-limits.ts'
import type { FromReader, ToReader } from './media-processes.ts'
import { performMediaTask, type MediaTask } from './media-tasks.ts'

/** Runs in a separate process, which is killed if it takes too much time or memory: one task at a time, ranges of the file on request. */

/** Large results are sent in pieces, so that neither side holds them several times. */
const pieceBytes = 1024 * 1024

const send = (message: FromReader): Promise<void> =>
  new Promise((sent, failed) => process.send!(message, undefined, {}, (error) => (error ? failed(error) : sent())))

const waiting: ((bytes: Uint8Array) => void)[] = []

const sourceOf = ({ size }: MediaTask): ByteSource => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    size,
    // One at a time, so that each gets its own answer.
    read: (start, end) => {
      const answer = last.then(async () => {
        const bytes = new Promise<Uint8Array>((resolve) => waiting.push(resolve))
        await send({ kind: 'read', start, end })
        return bytes
      })
      last = answer
      return answer
    },
  }
}

const sendResult = async (result: unknown): Promise<void> => {
  if (!(result instanceof Uint8Array)) return send({ kind: 'done', result })
  await send({ kind: 'size', bytes: result.length })
  for (let at = 0; at < result.length; at += pieceBytes)
    await send({ kind: 'piece', bytes: result.subarray(at, at + pieceBytes) })
  return send({ kind: 'done' })
}

const watchdog = new Worker(new URL('./media-watchdog.ts', import.meta.url), { workerData: { server: process.ppid } })
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
const watch = (limits: unknown): void => watchdog.postMessage(limits)

const perform = async ({ task, limits }: Extract<ToReader, { kind: 'task' }>): Promise<void> => {
  watch(limits)
  try {
    await sendResult(await performMediaTask(task, sourceOf(task)))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await send({ kind: 'failed', message, isTooCostly: error instanceof MediaTooCostly })
  } finally {
    watch(null)
  }
  // It is killed later, and would keep nothing for the next process.
  flushCompileCache()
}

process.on('disconnect', () => process.exit())
// Visitors come first. Not every system allows this.
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {}
await once(watchdog, 'message')
process.on('message', (message: ToReader) => {
  if (message.kind === 'bytes') waiting.shift()!(message.bytes)
  else void perform(message)
})
await send({ kind: 'ready' })
