import { createHash } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { RecommendationLevel, RecommendedThing } from '@lectern/contract/recommendations/recommendation-values.ts'

export interface SummaryRow {
  rank: number
  number: string
  title: string | null
  team: string
  captain: string
  /** Where the entry comes from, in the list of a province. */
  school: string | null
  remark: string | null
}

/** Everything that a summary says. It is stored as canonical JSON, and printed from it. */
export interface SummaryContent {
  format: 1
  label: string
  site: string
  locale: Locale
  timeZone: string
  madeAt: string
  activity: { code: string; name: LocalizedText; year: number }
  institution: { code: string | null; kind: RecommendationLevel; name: LocalizedText }
  thing: RecommendedThing
  quota: number
  rows: readonly SummaryRow[]
}

export const writeSummary = (content: SummaryContent): string => canonicalJson(content as unknown as CanonicalValue)

/** Reads what `writeSummary` wrote. */
export const readContent = (text: string): SummaryContent => JSON.parse(text) as SummaryContent

export const hashSummary = (text: string): Buffer => createHash('sha256').update(text).digest()

const codeLength = 12

/** The check code: twelve digits of the hash in groups, short enough to be compared by eye and typed. */
export const checkCode = (hash: Buffer): string =>
  (hash.toString('hex').slice(0, codeLength).toUpperCase().match(/.{4}/g) ?? []).join('-')

/** What the two lists have in common if neither has changed: entries in their order, with remarks. */
export const rowsMark = (rows: readonly Pick<SummaryRow, 'number' | 'remark'>[]): string =>
  JSON.stringify(rows.map(({ number, remark }) => [number, remark]))

/** `<year>-<activity>-<institution>-<sequence>`; an institution without a code has the end of its id. */
export const summaryLabel = (
  {
    activity,
    institution,
  }: { activity: { year: number; code: string }; institution: { id: string; code: string | null } },
  sequence: number,
): string =>
  [
    activity.year,
    activity.code,
    institution.code ?? institution.id.slice(-8).toUpperCase(),
    String(sequence).padStart(2, '0'),
  ].join('-')
