import { openCaseStates, type CaseSide } from '@lectern/contract/cases/case-values.ts'
import type { AccountId, CaseId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, desc, eq, inArray, isNotNull, or, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { all, permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { teamMember } from '../../teams/tables.ts'
import { lockCase, viewCases, type CaseView } from '../case-view.ts'
import { mayAppeal, mayGiveStatement, mayWithdrawCase, mayWrite } from '../policy.ts'
import { caseParty, contestCase } from '../tables.ts'

/** The caller is in the team of the work now. */
const whereOfOwnTeam = (who: AccountId): SQL => sql`exists (
  select from work join team_member on team_member.team_id = work.team_id
  where work.id = ${contestCase.workId} and team_member.account_id = ${who}
)`

/** The team knows of its own appeal, and of other cases once it is asked or something was decided about its work. */
const whereKnownToTeam = or(
  eq(contestCase.side, 'respondent'),
  isNotNull(contestCase.statementBy),
  and(eq(contestCase.state, 'upheld'), isNotNull(contestCase.workId)),
)

const whereOwn = (who: AccountId): SQL => or(eq(caseParty.accountId, who), and(whereOfOwnTeam(who), whereKnownToTeam))!

/** Cases of the caller, and cases about works of their teams; few rows. */
export const ownCases = (db: Database, who: AccountId): Promise<CaseView[]> =>
  viewCases(db, whereOwn(who), [desc(contestCase.receivedAt), desc(contestCase.id)])

/** Who filed a case is on its side; everybody else who knows of it is in the team that it is about. */
export const sideOf = ({ partyId, side }: Pick<CaseView, 'partyId' | 'side'>, who: AccountId): CaseSide =>
  partyId === who ? side : 'respondent'

export interface OwnCase {
  view: CaseView
  side: CaseSide
  /** The caller filed it. */
  isFiler: boolean
  /** The caller reads what was filed: their own words, or those of their team. */
  isOwnText: boolean
  may: { withdraw: Verdict; write: Verdict; state: Verdict; appeal: Verdict }
}

/** Advisors read what concerns their team; captain and members act. */
const isAdvisor = async (db: Database, { teamId }: CaseView, who: AccountId): Promise<boolean> => {
  if (!teamId) return false
  const [row] = await db
    .select({ role: teamMember.role })
    .from(teamMember)
    .where(and(eq(teamMember.teamId, teamId), eq(teamMember.accountId, who)))
  return row?.role === 'advisor'
}

const ownCaseOf = async (ctx: SignedIn, view: CaseView): Promise<OwnCase> => {
  const who = ctx.actor.id
  const side = sideOf(view, who)
  const isFiler = view.partyId === who
  const checkRole = !isFiler && (await isAdvisor(ctx.db, view, who)) ? refuse('work.membersOnly') : permitted
  return {
    view,
    side,
    isFiler,
    isOwnText: isFiler || view.side === 'respondent',
    may: {
      withdraw: isFiler ? mayWithdrawCase(view) : refuse('case.moveRefused'),
      write: all(mayWrite(view), checkRole),
      state: isFiler ? refuse('case.statementNotAsked') : all(mayGiveStatement(view, side), checkRole),
      appeal: all(mayAppeal(view, side, ctx), checkRole),
    },
  }
}

/** A case that the caller does not know of is not found. */
export const requireOwnCase = async (ctx: SignedIn, id: CaseId): Promise<OwnCase> => {
  const [view] = await viewCases(ctx.db, and(eq(contestCase.id, id), whereOwn(ctx.actor.id)))
  if (!view) throw fail('case.notFound')
  return ownCaseOf(ctx, view)
}

/** The same with a case that the transaction has locked. */
export const requireLockedOwnCase = async (ctx: SignedIn, id: CaseId, version?: number): Promise<OwnCase> => {
  await requireOwnCase(ctx, id)
  return ownCaseOf(ctx, await lockCase(ctx, id, version))
}

/** The numbers of a user's cases that are still open. */
export const openCasesOf = (db: Database, who: AccountId) =>
  db
    .select({
      number: contestCase.number,
      kind: contestCase.kind,
      activityId: contestCase.activityId,
      workId: contestCase.workId,
    })
    .from(contestCase)
    .innerJoin(caseParty, eq(caseParty.caseId, contestCase.id))
    .where(and(eq(caseParty.accountId, who), inArray(contestCase.state, [...openCaseStates])))
    .orderBy(contestCase.number)
