import { randomInt } from 'node:crypto'

/** Without what is mistaken for something else when it is copied by hand: 0 o, 1 i l. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 16

/** A password that a program makes up for a person: about 79 bits, to be told once. */
export const randomPassword = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
