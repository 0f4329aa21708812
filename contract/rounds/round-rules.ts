import { z } from 'zod'
import { localizedLine, localizedLines, needed } from '../localized-fields.ts'
import {
  aggregates,
  fullPoints,
  maxCriteria,
  maxExpertsPerWork,
  maxLevels,
  maxWorksPerExpert,
  roundKinds,
  roundModes,
} from '../review/review-values.ts'
import { pointSteps } from './points.ts'

/** Never changes: scores are stored under it. */
const key = z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/)
const points = z.int().min(0).max(fullPoints)

/** Words for a range of points: excellent, 27 to 30. */
const level = z.strictObject({ label: needed(localizedLine(40)), from: points, to: points })

export const criterion = z
  .strictObject({
    id: key,
    label: needed(localizedLine(100)),
    help: localizedLines(1_000),
    max: points.min(1),
    /** From the best to the worst. */
    levels: z.array(level).max(maxLevels).default([]),
  })
  .check(({ value, issues }) => {
    for (const [position, { from, to }] of value.levels.entries())
      if (from > to || to > value.max)
        issues.push({ code: 'custom', path: ['levels', position, 'to'], input: to, message: 'validation.format' })
  })

/** In this order; what is still equal shares a rank. */
const tieRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('criterion'), id: key }),
  z.strictObject({ kind: z.literal('median') }),
  z.strictObject({ kind: z.literal('chair') }),
])
export type TieRule = z.infer<typeof tieRule>

/** Which works go on to the next round. */
const goesOn = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('top'), count: z.int().min(1).max(100_000) }),
  z.strictObject({ kind: z.literal('percent'), percent: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal('score'), min: points }),
])
export type GoesOn = z.infer<typeof goesOn>

/** Everything about a round that is frozen when it opens. */
export const roundRules = z
  .strictObject({
    kind: z.enum(roundKinds),
    mode: z.enum(roundModes),
    criteria: z.array(criterion).max(maxCriteria),
    /** The smallest difference between two scores. */
    step: z.union(pointSteps.map((each) => z.literal(each))),
    /** In a pool. */
    expertsPerWork: z.int().min(1).max(maxExpertsPerWork),
    /** Per expert, where their own limit is not lower. */
    maxWorks: z.int().min(1).max(maxWorksPerExpert),
    aggregate: z.enum(aggregates),
    ties: z.array(tieRule).max(10),
    /** A larger difference between two sheets of a work asks for another expert; null: none does. */
    discrepancy: points.min(1).nullable(),
    goesOn,
    /** Per mille, in the total over all rounds. */
    weight: z.int().min(0).max(1_000),
    /** Experts try the sheet on a made-up work first. */
    practice: z.boolean(),
  })
  .check(({ value, issues }) => {
    const refuse = (...path: (string | number)[]): void =>
      void issues.push({ code: 'custom', path, input: value, message: 'validation.format' })
    const ids = value.criteria.map(({ id }) => id)
    if (new Set(ids).size < ids.length) refuse('criteria')
    for (const [position, rule] of value.ties.entries())
      if (rule.kind === 'criterion' && !ids.includes(rule.id)) refuse('ties', position)
  })
export type RoundRules = z.infer<typeof roundRules>
