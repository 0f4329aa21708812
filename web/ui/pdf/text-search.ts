/** A piece of text as a PDF places it: a word, a line, or a single character. */
export interface TextPiece {
  text: string
  endsLine: boolean
}

/** Text in the form in which it is compared, and where each of its units comes from. */
export interface FoldedText {
  text: string
  /** The piece, and the range of its text, of each unit of `text`; spaces between pieces have none. */
  origins: readonly (Origin | undefined)[]
}

interface Origin {
  piece: number
  from: number
  to: number
}

/** A place that was searched for. It may begin in one piece and end in another. */
export interface Hit {
  page: number
  parts: readonly Origin[]
}

interface Unit {
  unit: string
  origin: Origin | undefined
}

/** More of them help nobody. */
const maxHits = 999

const isChinese = (unit: string | undefined): boolean =>
  unit !== undefined && /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(unit)

/** Case, accents, and the width of a character make no difference. */
const fold = (character: string): string => character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const unitsOf = (pieces: readonly TextPiece[]): Unit[] => {
  const units: Unit[] = []
  for (const [piece, { text, endsLine }] of pieces.entries()) {
    let from = 0
    for (const character of text) {
      const to = from + character.length
      // A character may be one of several units, or become several.
      for (const unit of fold(character).split('')) units.push({ unit, origin: { piece, from, to } })
      from = to
    }
    if (endsLine) units.push({ unit: ' ', origin: undefined })
  }
  return units
}

const isSpace = ({ unit }: Unit): boolean => /\s/.test(unit)

/** Several spaces are one. Between Chinese characters there is none: programs break their lines anywhere. */
const withoutSpaces = (units: readonly Unit[]): Unit[] => {
  const result: Unit[] = []
  for (const [at, unit] of units.entries()) {
    if (!isSpace(unit)) {
      result.push(unit)
      continue
    }
    const last = result.at(-1)
    const next = units.slice(at + 1, at + 50).find((one) => !isSpace(one))
    if (!last || last.unit === ' ' || (isChinese(last.unit) && isChinese(next?.unit))) continue
    result.push({ unit: ' ', origin: unit.origin })
  }
  return result
}

export const foldText = (pieces: readonly TextPiece[]): FoldedText => {
  const units = withoutSpaces(unitsOf(pieces))
  return { text: units.map(({ unit }) => unit).join(''), origins: units.map(({ origin }) => origin) }
}

const partsOf = (origins: FoldedText['origins']): Origin[] => {
  const parts: Origin[] = []
  for (const origin of origins) {
    if (!origin) continue
    const last = parts.at(-1)
    if (last?.piece === origin.piece) last.to = Math.max(last.to, origin.to)
    else parts.push({ ...origin })
  }
  return parts
}

/** All places of a text, page by page. */
export const findHits = (pages: readonly FoldedText[], query: string): Hit[] => {
  const wanted = foldText([{ text: query, endsLine: false }]).text.trim()
  const hits: Hit[] = []
  if (wanted === '') return hits
  for (const [index, { text, origins }] of pages.entries())
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      hits.push({ page: index + 1, parts: partsOf(origins.slice(at, at + wanted.length)) })
      if (hits.length === maxHits) return hits
    }
  return hits
}

/** The first hit on a page or after it; none there: the first of all. */
export const firstHitFrom = (hits: readonly Hit[], page: number): number =>
  Math.max(
    0,
    hits.findIndex((hit) => hit.page >= page),
  )

/** After the last comes the first. */
export const steppedHit = (count: number, current: number, by: 1 | -1): number =>
  count === 0 ? 0 : (current + by + count) % count
