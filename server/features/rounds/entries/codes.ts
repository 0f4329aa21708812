import { randomBytes, randomInt } from 'node:crypto'
import { codeLetters } from '@lectern/contract/review/review-values.ts'

/** A random code that people can read out. It tells nothing about what it stands for. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => codeLetters[randomInt(codeLetters.length)]).join('')

/** Opens the files of an assignment. */
export const newToken = (): string => randomBytes(24).toString('base64url')
