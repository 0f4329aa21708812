import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pdfSample } from '../../testing/document-samples.ts'
import type { MediaLimits } from './media-limits.ts'
import type { FromReader, ToReader } from './media-processes.ts'

/** How a process that reads a PDF ends, or what it says in the end: the server, which would end it as well, leaves it alone. */
const outcomeOf = async (limits: MediaLimits): Promise<string> => {
  const content = await pdfSample(60)
  const child = fork(fileURLToPath(new URL('./media-reader.ts', import.meta.url)), {
    env: {},
    serialization: 'advanced',
  })
  const send = (message: ToReader): boolean => child.send(message)
  const { promise, resolve } = Promise.withResolvers<string>()
  child.on('exit', (_code, signal) => resolve(String(signal)))
  child.on('message', (message: FromReader) => {
    if (message.kind === 'ready')
      send({ kind: 'task', task: { kind: 'read', type: 'application/pdf', size: content.length }, limits })
    else if (message.kind === 'read') send({ kind: 'bytes', bytes: content.subarray(message.start, message.end) })
    else resolve(message.kind)
  })
  const outcome = await promise
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return outcome
}

test('a process that reads files ends itself at its limit on processor time, and at that on memory', async () => {
  const enough = { seconds: 600, megabytes: 4_000 }
  expect(await outcomeOf(enough)).toBe('done')
  expect(await outcomeOf({ ...enough, seconds: 0.05 })).toBe('SIGKILL')
  expect(await outcomeOf({ ...enough, megabytes: 8 })).toBe('SIGKILL')
})
