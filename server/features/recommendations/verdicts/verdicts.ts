import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations-above.ts'
import { rowVerdictNeedsReason } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { momentText } from '../../../platform/moments.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { returnForLevel } from '../../enrolments/service.ts'
import { takeStep } from '../../steps/service.ts'
import { findWorkOf, returnWorkForLevel } from '../../works/service.ts'
import { findList, rowsOfList, type FoundRow } from '../lists/list-queries.ts'
import { lockList, type ListKey } from '../lists/list-view.ts'
import { listWindow } from '../lists/list-window.ts'
import { moveList } from '../lists/steps.ts'
import { mayJudge, type ListView } from '../policy.ts'

type Written = BodyOf<typeof contract.judgeRows>['verdicts'][number]

const leastTime = 3_600_000

/** The last date that a province may give its schools: that of its own list. Organisers may give any. */
export const latestDateBelow = async (ctx: SignedIn, view: ListView): Promise<Date | undefined> => {
  const { rules, institution, activity, reach } = view
  if (reach.isOrganiser || rules.by !== 'schoolAndProvince' || institution.parentId === null) return undefined
  const above = await findList(ctx.db, rules.activityId, institution.parentId)
  if (!above) return undefined
  const dates = {
    state: above.list?.state ?? 'draft',
    extendedUntil: above.extendedUntil,
    dateAbove: null,
    resubmitBy: above.list?.resubmitBy ?? null,
  } as const
  return listWindow(activity, 'province', dates, ctx.now).closesAt ?? undefined
}

export const requireNoLater = (ctx: SignedIn, view: ListView, until: Date, latest: Date | undefined): void => {
  if (latest && until > latest)
    throw fail('recommendation.dateTooLate', {
      closesAt: momentText(latest, ctx.locale, view.activity.edition.timeZone),
    }).at('until')
}

/** The team may change exactly this entry until the date: it is returned like by organisers. */
const returnEntry = async (ctx: SignedIn, view: ListView, entry: EnrolmentId, reason: string, until: Date) => {
  const { rules, institution: below, reach } = view
  const institution = reach.isOrganiser ? undefined : (below.parentId ?? undefined)
  if (rules.thing === 'enrolment') return returnForLevel(ctx, entry, { reason, until, institution })
  const work = await findWorkOf(ctx.db, entry)
  if (!work) throw fail('work.notFound')
  return returnWorkForLevel(ctx, work, { reason, until, institution })
}

const requireListed = (rows: readonly FoundRow[], { entry }: Written): FoundRow => {
  const row = rows.find((one) => one.entry === entry)
  if (!row) throw fail('recommendation.entryNotListed')
  return row
}

const checkWritten = (ctx: SignedIn, view: ListView, row: FoundRow, change: Written, latest: Date | undefined) => {
  const { verdict, reason, until } = change
  if (verdict !== null && rowVerdictNeedsReason(verdict) && reason === undefined)
    throw fail('recommendation.reasonNeeded').at('reason')
  if (verdict === 'pass' && !row.isReady) throw fail('recommendation.entryUnfit', { number: row.number ?? '–' })
  if (verdict !== 'change') return undefined
  const date = until === undefined ? undefined : new Date(until)
  if (!date || date.getTime() - ctx.now.getTime() < leastTime) throw fail('recommendation.untilNeeded').at('until')
  requireNoLater(ctx, view, date, latest)
  return date
}

/** Verdicts on rows, all of them or none. */
export const judgeRows = (
  outer: SignedIn,
  key: ListKey,
  { version, verdicts }: BodyOf<typeof contract.judgeRows>,
): Promise<void> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: () => lockList(ctx, key, { version }),
      may: (view) => mayJudge(view),
      move: async (view) => {
        const list = view.list!
        const rows = await rowsOfList(ctx.db, view)
        const latest = await latestDateBelow(ctx, view)
        const judged = verdicts.map((change) => {
          const row = requireListed(rows, change)
          return { row, change, changeBy: checkWritten(ctx, view, row, change, latest) }
        })
        if (new Set(judged.map(({ row }) => row.entry)).size < judged.length) throw fail('recommendation.entriesTwice')
        const counted = rows.filter(({ entry, verdict }) => {
          const judgement = judged.find(({ row }) => row.entry === entry)
          return (judgement ? judgement.change.verdict : verdict) !== 'refuse'
        }).length
        if (counted > view.balance) throw fail('recommendation.quotaExceeded', { quota: view.balance })
        // Teams are locked in the order of their ids.
        for (const { row, change, changeBy } of judged.toSorted((one, other) =>
          one.row.team.id < other.row.team.id ? -1 : 1,
        )) {
          if (changeBy) await returnEntry(ctx, view, row.entry, change.reason!, changeBy)
          await ctx.db.execute(sql`
            update recommendation_row set
              verdict = ${change.verdict}, verdict_reason = ${change.reason ?? null}, change_by = ${changeBy ?? null},
              verdict_by = ${change.verdict === null ? null : ctx.actor.id},
              verdict_at = ${change.verdict === null ? null : ctx.now}
            where list_id = ${list.id} and enrolment_id = ${row.entry}
          `)
        }
        return moveList(ctx, view, {
          kind: 'verdict',
          to: view.state,
          action: 'recommendation.judged',
          logged: {
            verdicts: judged.map(({ row, change }) => ({
              entry: row.entry,
              verdict: change.verdict,
              reason: change.reason ?? null,
            })),
          },
        })
      },
    }),
  ).then(() => undefined)
