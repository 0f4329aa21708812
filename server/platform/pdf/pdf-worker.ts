import { parentPort } from 'node:worker_threads'
import { loadFonts } from './fonts.ts'
import type { PdfAnswer, PdfModule, PdfTask } from './pdf-thread.ts'

/** Runs in a thread: draws one document after another. */

const answer = async ({ drawnBy, input }: PdfTask): Promise<PdfAnswer> => {
  try {
    const [fonts, { drawPdf }] = await Promise.all([loadFonts(), import(drawnBy) as Promise<PdfModule>])
    return { bytes: await drawPdf(fonts, input) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort!.on('message', (task: PdfTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
  void answer(task).then((given) => parentPort!.postMessage(given))
})
