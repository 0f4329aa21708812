// Numbers of certificates: `<prefix><year>-<code>-<6 digits><check character>`, such as LT2026-AI-000128C.

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The check character of ISO 7064 MOD 37,36 for digits and capital letters. */
export const checkCharacter = (text: string): string => {
  let product = 36
  for (const character of text) {
    const value = characters.indexOf(character)
    if (value < 0) throw new Error(`No digit and no capital letter: ${character}`)
    const sum = (product + value) % 36
    product = ((sum === 0 ? 36 : sum) * 2) % 37
  }
  return characters[(37 - product) % 36]!
}

export const hasValidCheck = (text: string): boolean =>
  /^[0-9A-Z]{2,}$/.test(text) && checkCharacter(text.slice(0, -1)) === text.at(-1)

/** What the numbers of a series have in common. Prefixes have no I and no O, which look like digits before a year. */
export interface SeriesName {
  prefix: string
  year: number
  code: string
}

export const prefixForm = /^[A-HJ-NP-Z]{1,6}$/
export const seriesCodeForm = /^[A-Z0-9]{2,6}$/
export const sequenceDigits = 6
export const maxSequence = 10 ** sequenceDigits - 1

export const certificateNumber = ({ prefix, year, code }: SeriesName, sequence: number): string => {
  if (!Number.isInteger(sequence) || sequence < 1 || sequence > maxSequence)
    throw new Error(`No number of a certificate: ${sequence}`)
  const digits = String(sequence).padStart(sequenceDigits, '0')
  return `${prefix}${year}-${code}-${digits}${checkCharacter(`${prefix}${year}${code}${digits}`)}`
}

/** Looks alike on paper. */
const digitOf: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }
const asDigits = (text: string): string => text.replaceAll(/[OIL]/g, (letter) => digitOf[letter]!)

/** With its dashes or without any: with other ones its parts would be those of another number. */
const typed = /^([A-HJ-NP-Z]{1,6})([\dOIL]{4})(-?)([\dA-Z]{2,6})\3([\dOIL]{6})([\dA-Z])$/

/**
 * The number that somebody has typed: full-width or small letters, spaces, other dashes or none are fine, and so is O for 0 where only a
 * digit can stand. Elsewhere a second reading would let the check character accept errors. Undefined: it is no number, or its check
 * character is wrong.
 */
export const readCertificateNumber = (text: string): string | undefined => {
  if (text.length > 100) return undefined
  const compact = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replaceAll(/[\p{Pd}_.·−]+/gu, '-')
  const match = typed.exec(compact)
  if (!match) return undefined
  const [, prefix = '', year = '', , code = '', digits = '', check = ''] = match
  const sequence = Number(asDigits(digits))
  if (sequence === 0) return undefined
  const number = certificateNumber({ prefix, year: Number(asDigits(year)), code }, sequence)
  return number.at(-1) === check ? number : undefined
}
