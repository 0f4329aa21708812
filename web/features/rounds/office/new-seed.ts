import { codeLetters } from '@lectern/contract/review/review-values.ts'

const seedLength = 8

/** A seed that can be read out and written down. */
export const newSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(seedLength)), (byte) => codeLetters[byte % codeLetters.length]).join(
    '',
  )
