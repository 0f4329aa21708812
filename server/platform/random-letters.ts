import { randomInt } from 'node:crypto'

/** Without characters that are easily confused when copied by hand: 0 o, 1 i l. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** For people to copy: about five bits a letter. */
export const randomLetters = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A password generated for a user, shown once. */
export const randomPassword = (): string => randomLetters(16)
