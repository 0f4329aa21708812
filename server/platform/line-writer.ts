import type { Writable } from 'node:stream'

/** So much waits for whoever reads it; what comes after that is lost. */
const maxWaitingBytes = 1024 * 1024

/**
 * Writes lines to an output of the program, whoever reads it. A pipe that nobody reads is full after some lines: it must
 * not stop the program. One whose reader is gone must not end it.
 */
export const createLineWriter = (output: Writable): { write(line: string): void } => {
  output.on('error', () => undefined)
  return {
    write: (line) => {
      if (output.writableLength < maxWaitingBytes) output.write(line)
    },
  }
}
