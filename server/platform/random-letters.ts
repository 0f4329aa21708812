import { randomInt } from 'node:crypto'

/** Without what is mistaken for something else when it is copied by hand: 0 o, 1 i l. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** For people to copy: about five bits a letter. */
export const randomLetters = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A password that a program makes up for a person, to be told once. */
export const randomPassword = (): string => randomLetters(16)
