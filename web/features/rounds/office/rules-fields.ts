import type { ActivityId, RoundId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { fullPoints, type Aggregate, type RoundKind, type RoundMode } from '@lectern/contract/review/review-values.ts'
import { usualAggregates, usualTies } from '@lectern/contract/rounds/round-defaults.ts'
import type { GoesOn, RoundRules, TieRule } from '@lectern/contract/rounds/round-rules.ts'
import type { Round, RoundContent } from '@lectern/contract/rounds/rounds.ts'
import { withoutBlanks } from '../../admin-ui/without-blanks.ts'
import { parseMoment, momentText } from '../../admin-ui/moment-text.ts'

/** Points as people type them: 27.5. */
type Points = number | null

export interface LevelFields {
  label: LocalizedText
  from: Points
  to: Points
}

export interface CriterionFields {
  id: string
  label: LocalizedText
  help: LocalizedText
  max: Points
  levels: LevelFields[]
}

/** A round as its form holds it: times as text, points as typed, ties as keys in their order. */
export interface RoundFields {
  name: LocalizedText
  activities: ActivityId[]
  previous: RoundId | null
  opensAt: string
  closesAt: string
  allowsDownload: boolean
  rules: {
    kind: RoundKind
    mode: RoundMode
    criteria: CriterionFields[]
    step: RoundRules['step']
    expertsPerWork: number | null
    maxWorks: number | null
    aggregate: Aggregate
    ties: string[]
    discrepancy: Points
    goesOn: { kind: GoesOn['kind']; count: number | null; percent: number | null; min: Points }
    /** Percent. */
    weight: number | null
    practice: boolean
  }
}

/** How scores are computed after another mode is chosen: what was chosen by hand stays. */
export const aggregateAfter = (
  { mode, aggregate }: Pick<RoundFields['rules'], 'mode' | 'aggregate'>,
  next: RoundMode,
): Aggregate => (aggregate === usualAggregates[mode] ? usualAggregates[next] : aggregate)

const keysOf = (rules: readonly TieRule[]): string[] => rules.map(tieKey)

/** What decides ties after another mode is chosen: the same, but no chair where there is none. */
export const tiesAfter = ({ mode, ties }: Pick<RoundFields['rules'], 'mode' | 'ties'>, next: RoundMode): string[] => {
  const isUsual = ties.join() === keysOf(usualTies[mode]).join()
  if (isUsual) return keysOf(usualTies[next])
  return next === 'pool' ? ties.filter((key) => key !== 'chair') : ties
}

const typedPoints = (hundredths: number): number => hundredths / 100
const hundredths = (typed: Points | undefined): number => Math.round((typed ?? 0) * 100)

export const tieKey = (rule: TieRule): string => (rule.kind === 'criterion' ? `criterion ${rule.id}` : rule.kind)

const tieOf = (key: string): TieRule =>
  key === 'median' || key === 'chair' ? { kind: key } : { kind: 'criterion', id: key.slice('criterion '.length) }

const goesOnFields = (rule: GoesOn): RoundFields['rules']['goesOn'] => ({
  kind: rule.kind,
  count: rule.kind === 'top' ? rule.count : null,
  percent: rule.kind === 'percent' ? rule.percent : null,
  min: rule.kind === 'score' ? typedPoints(rule.min) : null,
})

const goesOnOf = ({ kind, count, percent, min }: RoundFields['rules']['goesOn']): GoesOn => {
  if (kind === 'top') return { kind, count: count ?? 1 }
  if (kind === 'percent') return { kind, percent: percent ?? 1 }
  return kind === 'score' ? { kind, min: hundredths(min) } : { kind }
}

export const fieldsOf = (round: Round): RoundFields => {
  const { name, previous, rules, allowsDownload } = round.source
  return {
    name,
    activities: round.activities.map(({ id }) => id),
    previous,
    opensAt: momentText(round.opensAt ?? undefined, round.timeZone),
    closesAt: momentText(round.closesAt ?? undefined, round.timeZone),
    allowsDownload,
    rules: {
      ...rules,
      criteria: rules.criteria.map((each) => ({
        ...each,
        max: typedPoints(each.max),
        levels: each.levels.map((level) => ({
          ...level,
          from: typedPoints(level.from),
          to: typedPoints(level.to),
        })),
      })),
      ties: rules.ties.map(tieKey),
      discrepancy: rules.discrepancy === null ? null : typedPoints(rules.discrepancy),
      goesOn: goesOnFields(rules.goesOn),
      weight: rules.weight / 10,
    },
  }
}

/** What is typed, as it is sent. A time that cannot be read is sent as it is: the server refuses it at its field. */
export const contentOf = ({ rules, ...fields }: RoundFields, { timeZone }: Pick<Round, 'timeZone'>): RoundContent => {
  const momentOf = (text: string): string | null => (text.trim() ? (parseMoment(text, timeZone) ?? text) : null)
  const isAdvice = rules.kind === 'advice'
  const criteria = isAdvice
    ? []
    : rules.criteria.map((each) => ({
        ...each,
        max: hundredths(each.max),
        levels: each.levels.map((level) => ({ ...level, from: hundredths(level.from), to: hundredths(level.to) })),
      }))
  const ids = criteria.map(({ id }) => id)
  return withoutBlanks({
    name: fields.name,
    activities: fields.activities,
    previous: fields.previous ?? null,
    opensAt: momentOf(fields.opensAt),
    closesAt: momentOf(fields.closesAt),
    allowsDownload: fields.allowsDownload,
    rules: {
      ...rules,
      criteria,
      // A criterion that was removed decides nothing any more.
      ties: rules.ties.map(tieOf).filter((rule) => rule.kind !== 'criterion' || ids.includes(rule.id)),
      expertsPerWork: rules.expertsPerWork ?? 1,
      maxWorks: rules.maxWorks ?? 1,
      discrepancy: rules.discrepancy === null ? null : hundredths(rules.discrepancy),
      goesOn: goesOnOf(rules.goesOn),
      weight: Math.round((rules.weight ?? 0) * 10),
    },
  })
}

/** How many hundredths of points the criteria lack to 100; negative: they have too many. */
export const pointsMissing = (criteria: readonly Pick<CriterionFields, 'max'>[]): number =>
  fullPoints - criteria.reduce((sum, { max }) => sum + hundredths(max), 0)
