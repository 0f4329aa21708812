import { parentPort } from 'node:worker_threads'
import type { PdfAnswer, PdfModule, PdfTask } from './pdf-thread.ts'

/** Runs in a thread: draws one document after another. */

const answer = async ({ drawnBy, input }: PdfTask): Promise<PdfAnswer> => {
  try {
    const { drawPdf } = (await import(drawnBy)) as PdfModule
    return { bytes: await drawPdf(input) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort!.on('message', (task: PdfTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
  void answer(task).then((given) => parentPort!.postMessage(given))
})
