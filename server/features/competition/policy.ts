import type { ActivityState } from '@lectern/contract/competition/competition-values.ts'
import type { FieldType, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { WorkRules } from '@lectern/contract/works/work-rules.ts'
import { profileValuesOf, type ProfileValue } from '@lectern/contract/enrolments/form-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { momentText } from '../../platform/moments.ts'
import { permitted, refuse, type Verdict } from '../../platform/policy.ts'
import type { PartUse } from './ports.ts'

/** Once its results are public, nobody enrols in an activity or hands in a work, whatever its phases say. */
export const checkNotAnnounced = (
  { announcedAt, edition }: { announcedAt: Date | undefined; edition: { timeZone: string } },
  locale: Locale,
): Verdict =>
  announcedAt
    ? refuse('activity.announced', { announcedAt: momentText(announcedAt, locale, edition.timeZone) })
    : permitted

/** Types of stored answer values. */
type AnswerKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** The answers that one question has received. */
export interface Answered {
  count: number
  kinds: readonly AnswerKind[]
  /** Ids of chosen options. */
  chosen: readonly string[]
}

/** What teams have done already, which an organiser's change must not contradict. */
export interface ActivityUse {
  /** The last assigned number. */
  lastNumber: number
  /** Seats that are taken or reserved for a team on the waiting list. */
  taken: number
  /** Whether a team has ever been formed. */
  hasTeams: boolean
  wasPublished: boolean
  /** Members of the largest team, and advisors of the team that has most. */
  largestTeam: number
  maxAdvisors: number
  /** Members of the smallest team that has a seat; undefined if no team has. */
  smallestEnrolled: number | undefined
  answered: ReadonlyMap<string, Answered>
  usedParts: readonly PartUse[]
}

export const unused: ActivityUse = {
  lastNumber: 0,
  taken: 0,
  hasTeams: false,
  wasPublished: false,
  largestTeam: 0,
  maxAdvisors: 0,
  smallestEnrolled: undefined,
  answered: new Map(),
  usedParts: [],
}

/** The rules of an activity, without its texts. */
export interface ActivityLimits {
  code: string
  teamMin: number
  teamMax: number
  advisorsMax: number
  capacity: number | null
  fields: readonly FormField[]
  workRules: Pick<WorkRules, 'parts'>
}

/** A field of the input, and why its value is refused. */
export interface Objection {
  path: string
  verdict: Verdict
}

/** The code is part of every assigned number. */
export const mayChangeCode = ({ lastNumber }: Pick<ActivityUse, 'lastNumber'>): Verdict =>
  lastNumber > 0 ? refuse('activity.codeFixed') : permitted

/** The year is part of every assigned number. */
export const mayChangeYear = ({ lastNumber }: Pick<ActivityUse, 'lastNumber'>): Verdict =>
  lastNumber > 0 ? refuse('edition.yearFixed') : permitted

/** Teams must be able to see their activity: it may be archived, but not become a draft or scheduled. */
export const mayHide = ({ hasTeams }: Pick<ActivityUse, 'hasTeams'>): Verdict =>
  hasTeams ? refuse('activity.hasTeams') : permitted

/** What visitors have seen may be linked to and is not deleted. */
export const mayDelete = (
  { state }: { state: ActivityState },
  { hasTeams, wasPublished }: Pick<ActivityUse, 'hasTeams' | 'wasPublished'>,
): Verdict => (state !== 'draft' || hasTeams || wasPublished ? refuse('activity.undeletable') : permitted)

export const mayChangeType = ({ label }: FormField, answered: Answered | undefined, locale: Locale): Verdict =>
  answered
    ? refuse('activity.fieldAnswered', { label: localize(label, locale).text, count: answered.count })
    : permitted

export const mayRemoveOption = (
  field: FormField | undefined,
  option: string,
  answered: Answered | undefined,
  locale: Locale,
): Verdict => {
  if (!answered?.chosen.includes(option)) return permitted
  const choice = field && 'options' in field ? field.options.find(({ id }) => id === option) : undefined
  return refuse('activity.optionChosen', { option: choice ? localize(choice.label, locale).text : option })
}

const kindOf: Record<FieldType, AnswerKind> = {
  text: 'string',
  longText: 'string',
  number: 'number',
  choice: 'string',
  choices: 'array',
  date: 'string',
  phone: 'string',
  email: 'string',
  url: 'string',
  file: 'object',
  agreement: 'boolean',
}

/** Checks the numeric limits of a question against each other. */
const limitsOf = (field: FormField): Verdict => {
  if (field.type === 'date')
    return field.from !== undefined && field.until !== undefined && field.from > field.until
      ? refuse('activity.limitsReversed')
      : permitted
  if (field.type !== 'number' && field.type !== 'choices') return permitted
  if (field.min !== undefined && field.max !== undefined && field.min > field.max)
    return refuse('activity.limitsReversed')
  return field.type === 'choices' && field.min !== undefined && field.min > field.options.length
    ? refuse('activity.optionsTooFew', { least: field.min })
    : permitted
}

/** A question depends only on an earlier one, so there are no cycles. */
const conditionOf = ({ when }: FormField, earlier: readonly FormField[]): Verdict => {
  if (!when) return permitted
  const condition = earlier.find(({ id }) => id === when.field)
  if (!condition) return refuse('activity.conditionLater')
  if (condition.type === 'agreement') return when.options.length === 0 ? permitted : refuse('activity.conditionOption')
  if (!('options' in condition)) return refuse('activity.conditionUnfit')
  const isKnown = when.options.every((option) => condition.options.some(({ id }) => id === option))
  return isKnown && when.options.length > 0 ? permitted : refuse('activity.conditionOption')
}

const profileOf = (field: FormField): Verdict => {
  if (!('profile' in field) || !field.profile) return permitted
  const fitting: readonly ProfileValue[] = profileValuesOf[field.type]
  return fitting.includes(field.profile.what) ? permitted : refuse('activity.profileUnfit')
}

/** Existing answers must remain valid. This includes questions that are added again. */
const keepsAnswers = (
  before: FormField | undefined,
  after: FormField,
  answered: Answered | undefined,
  locale: Locale,
): Verdict => {
  const isKept = before ? before.type === after.type : answered?.kinds.every((kind) => kind === kindOf[after.type])
  return isKept ? permitted : mayChangeType(before ?? after, answered, locale)
}

const repeated = (ids: readonly string[], position: number): Verdict =>
  ids.indexOf(ids[position]!) < position ? refuse('activity.idTwice') : permitted

const objectionsToForm = (
  before: readonly FormField[],
  after: readonly FormField[],
  { answered }: ActivityUse,
  locale: Locale,
): Objection[] => {
  const ids = after.map(({ id }) => id)
  return after.flatMap((field, position) => {
    const path = `fields.${position}`
    const former = before.find(({ id }) => id === field.id)
    const answers = answered.get(field.id)
    const type = keepsAnswers(former, field, answers, locale)
    const optionIds = 'options' in field ? field.options.map(({ id }) => id) : []
    const lost =
      type.permitted && 'options' in field ? (answers?.chosen ?? []).filter((id) => !optionIds.includes(id)) : []
    return [
      { path: `${path}.id`, verdict: repeated(ids, position) },
      { path: `${path}.type`, verdict: type },
      { path: `${path}.${field.type === 'date' ? 'until' : 'max'}`, verdict: limitsOf(field) },
      { path: `${path}.when`, verdict: conditionOf(field, after.slice(0, position)) },
      { path: `${path}.profile`, verdict: profileOf(field) },
      ...optionIds.map((_, at) => ({ path: `${path}.options.${at}.id`, verdict: repeated(optionIds, at) })),
      ...lost.map((id) => ({ path: `${path}.options`, verdict: mayRemoveOption(former, id, answers, locale) })),
    ]
  })
}

/** Limits are checked only where they change: an unrelated edit must not fail because of them. */
const objectionsToLimits = (
  before: ActivityLimits | undefined,
  { code, teamMin, teamMax, advisorsMax, capacity }: ActivityLimits,
  use: ActivityUse,
): Objection[] => {
  const changed = (name: keyof ActivityLimits, value: unknown, isRefused: boolean, refused: Verdict): Objection => ({
    path: name,
    verdict: isRefused && before?.[name] !== value ? refused : permitted,
  })
  return [
    { path: 'code', verdict: before && before.code !== code ? mayChangeCode(use) : permitted },
    { path: 'teamMax', verdict: teamMin > teamMax ? refuse('activity.sizesReversed') : permitted },
    changed(
      'teamMin',
      teamMin,
      use.smallestEnrolled !== undefined && teamMin > use.smallestEnrolled,
      refuse('activity.teamSmaller', { size: use.smallestEnrolled ?? 0 }),
    ),
    changed('teamMax', teamMax, teamMax < use.largestTeam, refuse('activity.teamLarger', { size: use.largestTeam })),
    changed(
      'advisorsMax',
      advisorsMax,
      advisorsMax < use.maxAdvisors,
      refuse('activity.advisorsMore', { count: use.maxAdvisors }),
    ),
    changed(
      'capacity',
      capacity,
      capacity !== null && capacity < use.taken,
      refuse('activity.placesTaken', { taken: use.taken }),
    ),
  ]
}

/** What teams have uploaded or typed stays valid: its part keeps its kind and is not removed. */
const objectionsToParts = (
  before: ActivityLimits | undefined,
  { workRules: { parts } }: ActivityLimits,
  { usedParts }: ActivityUse,
): Objection[] =>
  usedParts.map(({ id, works }) => {
    const position = parts.findIndex((part) => part.id === id)
    const former = before?.workRules.parts.find((part) => part.id === id)
    const isKept = former === undefined || parts[position]?.kind === former.kind
    return {
      path: position < 0 ? 'workRules.parts' : `workRules.parts.${position}.kind`,
      verdict: isKept ? permitted : refuse('activity.partInUse', { works }),
    }
  })

/** All objections to a change, field by field. `before` is absent for a new activity. */
export const objectionsTo = (
  before: ActivityLimits | undefined,
  after: ActivityLimits,
  use: ActivityUse,
  locale: Locale,
): Objection[] =>
  [
    ...objectionsToLimits(before, after, use),
    ...objectionsToForm(before?.fields ?? [], after.fields, use, locale),
    ...objectionsToParts(before, after, use),
  ].filter(({ verdict }) => !verdict.permitted)
