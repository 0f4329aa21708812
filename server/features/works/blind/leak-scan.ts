/** What would tell an expert who handed a work in. */
export interface Identity {
  kind: 'name' | 'school' | 'email' | 'phone' | 'team'
  value: string
}

export interface ScannedText<Place> {
  place: Place
  text: string
}

export interface LeakHit<Place> {
  kind: Identity['kind']
  /** As the team or its people are known. */
  value: string
  place: Place
  /** A few words around it, as they stand there. */
  context: string
}

/** Shorter ones stand in every text by chance. */
const minLength = { name: 2, school: 3, email: 6, phone: 7, team: 3 } as const satisfies Record<
  Identity['kind'],
  number
>

const contextCharacters = 20
const maxHitsPerText = 5

interface Folded {
  text: string
  /** Where each character of the folded text stands in the original. */
  origins: number[]
}

const isHan = /\p{Script=Han}/u
const isWordCharacter = /[\p{L}\p{N}]/u

/** As it is compared: width, case and signs make no difference, and a name may be spaced out. */
const fold = (original: string, keep: RegExp): Folded => {
  const origins: number[] = []
  let text = ''
  let at = 0
  for (const character of original) {
    for (const folded of character.normalize('NFKC').toLowerCase())
      if (keep.test(folded)) {
        text += folded
        for (let unit = 0; unit < folded.length; unit += 1) origins.push(at)
      }
    at += character.length
  }
  return { text, origins }
}

const keptOf = {
  name: /[\p{L}\p{N}]/u,
  school: /[\p{L}\p{N}]/u,
  team: /[\p{L}\p{N}]/u,
  email: /[^\s]/u,
  phone: /\d/,
} as const satisfies Record<Identity['kind'], RegExp>

/** A name in letters is not part of a longer word: "Li" is not in "lesson list". */
const isWholeWord = (original: string, start: number, end: number): boolean => {
  if (isHan.test(original.slice(start, end))) return true
  const before = original.slice(0, start).at(-1) ?? ''
  const after = original.slice(end).at(0) ?? ''
  return !isWordCharacter.test(before) && !isWordCharacter.test(after)
}

/** A country code in front of the number, or none. */
const phoneDigits = (value: string): string => value.replaceAll(/\D/g, '').replace(/^86(?=1\d{10}$)/, '')

const soughtOf = ({ kind, value }: Identity): string =>
  kind === 'phone' ? phoneDigits(value) : fold(value, keptOf[kind]).text

const contextOf = (original: string, start: number, end: number): string => {
  const from = Math.max(0, start - contextCharacters)
  const to = Math.min(original.length, end + contextCharacters)
  const words = original.slice(from, to).replaceAll(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${words}${to < original.length ? '…' : ''}`
}

/** Where a text names somebody, from and to. */
const rangesIn = function* (
  original: string,
  identity: Identity,
  { text, origins }: Folded,
): Generator<[start: number, end: number]> {
  const sought = soughtOf(identity)
  if (sought.length < minLength[identity.kind]) return
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    const start = origins[at]!
    const last = origins[at + sought.length - 1]!
    const end = last + String.fromCodePoint(original.codePointAt(last)!).length
    if (identity.kind === 'phone' || isWholeWord(original, start, end)) yield [start, end]
  }
}

const hitsIn = function* <Place>(
  { place, text: original }: ScannedText<Place>,
  identity: Identity,
  folded: Folded,
): Generator<LeakHit<Place>> {
  const { kind, value } = identity
  for (const [start, end] of rangesIn(original, identity, folded))
    yield { kind, value, place, context: contextOf(original, start, end) }
}

/** The words by which texts name somebody, as they stand there. */
export const wordsNaming = (identity: Identity, texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...rangesIn(text, identity, fold(text, keptOf[identity.kind]))].map(([start, end]) => text.slice(start, end)),
    ),
  ),
]

/** Where texts of a work name the team, its people, their schools or how to reach them. It decides nothing. */
export const scanForLeaks = <Place>(
  texts: readonly ScannedText<Place>[],
  identities: readonly Identity[],
): LeakHit<Place>[] =>
  texts.flatMap((scanned) => {
    const folded = new Map<RegExp, Folded>()
    const foldedFor = ({ kind }: Identity): Folded => {
      const keep = keptOf[kind]
      const text = folded.get(keep) ?? fold(scanned.text, keep)
      folded.set(keep, text)
      return text
    }
    return identities.flatMap((identity) =>
      [...hitsIn(scanned, identity, foldedFor(identity))].slice(0, maxHitsPerText),
    )
  })
