import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { AssignmentId, RoundId } from '@lectern/contract/ids.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { goesOnRuleOf } from '../../../platform/scores/round-scores.ts'
import { readScoreInput, type ScoreInput } from '../../../platform/scores/score-input.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, desc, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { sheetVersion } from '../../review/tables.ts'
import { round } from '../../rounds/tables.ts'
import { loadRoundScores } from './score-input.ts'
import { recomputedRows, textHash } from './settle-round.ts'
import { settlement } from '../tables.ts'

/**
 * `settlement`: its texts were changed, or its scores or who goes on do not follow from its input. `sheets`: its input is not what experts
 * submitted. `goesOn`: a work takes part in the round that did not go on from the round before.
 */
export type SettlementFault = 'settlement' | 'sheets' | 'goesOn'

const findSettlements = (db: Database, id: RoundId, number: number | undefined) =>
  db
    .select({
      number: settlement.number,
      input: settlement.input,
      inputHash: settlement.inputHash,
      rows: settlement.rows,
      rowsHash: settlement.rowsHash,
      state: round.state,
      rules: round.rules,
      previousId: round.previousId,
      isLast: sql<boolean>`not exists (
        select from settlement as later where later.round_id = settlement.round_id and later.number > settlement.number
      )`,
    })
    .from(settlement)
    .innerJoin(round, eq(round.id, settlement.roundId))
    .where(and(eq(settlement.roundId, id), number === undefined ? undefined : eq(settlement.number, number)))
    .orderBy(desc(settlement.number))
    .limit(1)
type Settlement = Awaited<ReturnType<typeof findSettlements>>[number]

const textOf = (value: unknown): string => canonicalJson(value as CanonicalValue)

const sheetsText = (sheets: ScoreInput['sheets']): string => textOf(sheets.toSorted((a, b) => (a.key < b.key ? -1 : 1)))

const worksText = (works: ScoreInput['works']): string => textOf(works.map(({ key }) => key).toSorted())

/** Whether a settled round still has exactly the works, sheets, decisions and rules that its scores were computed from. */
const isAsSettled = async (db: Database, id: RoundId, rules: RoundRules, input: ScoreInput): Promise<boolean> => {
  const now = (await loadRoundScores(db, { id, rules })).input
  const names = Object.keys(input.rules) as (keyof ScoreInput['rules'])[]
  return (
    worksText(now.works) === worksText(input.works) &&
    sheetsText(now.sheets) === sheetsText(input.sheets) &&
    names.every((name) => textOf(now.rules[name]) === textOf(input.rules[name])) &&
    // The first arithmetic left removed works out of the decisions.
    (input.arithmetic === 1 || textOf(now.chair) === textOf(input.chair))
  )
}

/** Whether everything that counted was submitted. A round that was settled again has newer sheets too. */
const wasSubmitted = async (db: Database, { sheets }: ScoreInput): Promise<boolean> => {
  const ids = sheets.map(({ key }) => key as AssignmentId)
  const versions = await db
    .select({ id: sheetVersion.assignmentId, scores: sheetVersion.scores })
    .from(sheetVersion)
    .where(inArray(sheetVersion.assignmentId, ids))
    .orderBy(asc(sheetVersion.assignmentId))
  const keys = new Set(versions.map(({ id, scores }) => `${id} ${textOf(scores)}`))
  return sheets.every(({ key, points }) => keys.has(`${key} ${textOf(points)}`))
}

/** Whether all works of a round went on from the one before it, by one of its settlements. */
const hasOnlyPassed = async (db: Database, id: RoundId): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select from entry join round on round.id = entry.round_id
    where round.id = ${id} and round.previous_id is not null and not exists (
      select from settlement
      cross join lateral jsonb_to_recordset(settlement.rows::jsonb) as settled (work text, "goesOn" boolean)
      join entry as earlier on earlier.round_id = settlement.round_id and earlier.code = settled.work
      where settlement.round_id = round.previous_id and earlier.work_id = entry.work_id and settled."goesOn"
    )
    limit 1
  `)
  return rows.length === 0
}

const faultOf = async (db: Database, id: RoundId, stored: Settlement): Promise<SettlementFault | undefined> => {
  const { input: text, rows, rules, state, isLast } = stored
  if (!textHash(text).equals(stored.inputHash) || !textHash(rows).equals(stored.rowsHash)) return 'settlement'
  if (recomputedRows(text, goesOnRuleOf(rules.goesOn)) !== rows) return 'settlement'
  const input = readScoreInput(text)
  const isCurrent = isLast && state === 'settled'
  if (!(isCurrent ? await isAsSettled(db, id, rules, input) : await wasSubmitted(db, input))) return 'sheets'
  return (await hasOnlyPassed(db, id)) ? undefined : 'goesOn'
}

/**
 * Recomputes a settlement of a round, or its last one, from the sheets that experts submitted, and those of the rounds before it, which
 * decided who takes part.
 */
export const verifySettlement = async (
  db: Database,
  id: RoundId,
  number?: number,
): Promise<SettlementFault | undefined> => {
  const [stored] = await findSettlements(db, id, number)
  if (!stored) return 'settlement'
  const fault = await faultOf(db, id, stored)
  return fault ?? (stored.previousId ? verifySettlement(db, stored.previousId) : undefined)
}
