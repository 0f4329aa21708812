import { plainName } from '@lectern/contract/contact-messages/contact-forms.ts'
import { Converter } from 'opencc-js/t2cn'
import { pinyin } from 'pinyin-pro'

// Both libraries have large tables: only the server loads them.

let converter: ((text: string) => string) | undefined

/** Traditional characters as simplified ones. */
const simplified = (text: string): string => (converter ??= Converter({ from: 't', to: 'cn' }))(text)

const maxLength = 200

const folded = (text: string): string => simplified(plainName(text.slice(0, maxLength)).toLowerCase())

/** The parts of a spelling between punctuation and spaces, and where Han characters meet others. */
const partsOf = (text: string): string[] =>
  folded(text).match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu) ?? []

/**
 * A spelling as it is compared: without spaces, punctuation, width and case, traditional characters as simplified
 * ones. Empty: there is nothing to compare.
 */
export const comparedSpelling = (text: string): string => partsOf(text).join('')

const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** `pieces` from each place on, joined: all beginnings of these are found by an index. */
const fromEachPlace = (pieces: readonly string[]): string[] =>
  pieces.map((_, at) => pieces.slice(at).join('').slice(0, 60))

const termsOfName = (text: string): string[] => {
  const compared = comparedSpelling(text)
  if (!hasHan(compared)) return [...partsOf(text), compared]
  const syllables = pinyin(compared, { toneType: 'none', type: 'array', v: true, nonZh: 'spaced' })
  return [
    ...fromEachPlace(Array.from(compared)),
    ...fromEachPlace(syllables),
    ...fromEachPlace(syllables.map((syllable) => Array.from(syllable)[0] ?? '')),
  ]
}

const maxTerms = 600

/**
 * What an institution is found by, as it is stored: its names and other spellings, their pinyin and the initials of
 * it, each from every character on.
 */
export const searchTerms = (names: readonly string[], code: string | null): string => {
  const terms = [...names.flatMap(termsOfName), ...(code === null ? [] : [code.toLowerCase()])]
  return [...new Set(terms.map((term) => term.replaceAll(/[^\p{L}\p{M}\p{N}-]/gu, '')))]
    .filter((term) => term !== '')
    .slice(0, maxTerms)
    .join(' ')
}

const maxWords = 8

/** What somebody types, as a query of the index: every part is the beginning of a term. Null: nothing to look for. */
export const searchPattern = (text: string): string | null => {
  const words = partsOf(text).slice(0, maxWords)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
