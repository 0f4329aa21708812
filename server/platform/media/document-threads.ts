import { Worker } from 'node:worker_threads'
import type { DocumentFacts } from './documents.ts'

export interface DocumentTask {
  kind: 'read' | 'clean'
  /** Of a file on this machine. */
  path: string
  type: string
}

interface Limits {
  seconds: number
  megabytes: number
}

const usualLimits: Limits = { seconds: 60, megabytes: 1_024 }

/** The file was made to exhaust whoever reads it, or is far beyond what people hand in. */
export class DocumentTooCostly extends Error {}

/** In a thread of its own, with a limit on time and memory: a hostile file costs its thread, never the process. */
const runInThread = (task: DocumentTask, { seconds, megabytes }: Limits): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      stderr: true,
      stdout: true,
    })
    const timer = setTimeout(() => {
      reject(new DocumentTooCostly(`Reading took more than ${seconds} s`))
      void worker.terminate()
    }, seconds * 1000)
    worker.once('message', resolve)
    worker.once('error', (error) =>
      reject(new DocumentTooCostly('The thread that reads a file has failed', { cause: error })),
    )
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new DocumentTooCostly('The thread that reads a file has ended'))
    })
  })

/** What a file tells, and every text in it. */
export const readDocument = async (path: string, type: string, limits = usualLimits): Promise<DocumentFacts> => {
  try {
    return (await runInThread({ kind: 'read', path, type }, limits)) as DocumentFacts
  } catch (error) {
    if (error instanceof DocumentTooCostly) return { fault: 'unreadable', texts: [] }
    throw error
  }
}

/** A copy that does not tell who made it; undefined where none can be made. */
export const cleanDocument = async (
  path: string,
  type: string,
  limits = usualLimits,
): Promise<Uint8Array | undefined> =>
  (await runInThread({ kind: 'clean', path, type }, limits)) as Uint8Array | undefined
