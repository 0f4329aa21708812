import {
  caseMoves,
  isOpenCase,
  type CaseEffect,
  type CaseSide,
  type CaseState,
} from '@lectern/contract/cases/case-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { momentText } from '../../platform/moments.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import type { CaseView } from './case-view.ts'

interface Moment {
  now: Date
  locale: Locale
}

/** How an organiser is concerned by a case. */
export interface Concern {
  isArbiter: boolean
  isParty: boolean
  /** Of any team of the activity: what is decided about one work changes the places of all. */
  isInTeam: boolean
  isOfInstitution: boolean
  isExpert: boolean
}

type Moved = Pick<CaseView, 'state'>

const checkMove = ({ state }: Moved, to: CaseState): Verdict =>
  (caseMoves[state] as readonly string[]).includes(to) ? permitted : refuse('case.moveRefused')

interface Displayed {
  state: string
  publicityUntil: Date | null
  graceMinutes: number
  timeZone: string
}

/** Objections are received while the list is on display. A form that was open at the end is accepted a little later. */
export const objectionEnd = ({ state, publicityUntil, graceMinutes }: Displayed): Date | undefined =>
  state === 'publicised' && publicityUntil ? new Date(publicityUntil.getTime() + graceMinutes * 60_000) : undefined

export const mayObject = (list: Displayed, { now, locale }: Moment): Verdict => {
  const end = objectionEnd(list)
  if (!end) return refuse('case.notOnDisplay')
  return now < end
    ? permitted
    : refuse('case.displayOver', { closedAt: momentText(list.publicityUntil!, locale, list.timeZone) })
}

/** Arbiters who are not concerned by the case; anybody else is told why not. */
export const mayOpenCase = (concern: Concern): Verdict => {
  if (!concern.isArbiter) return refuse('case.notArbiter')
  if (concern.isParty) return refuse('case.ownCase')
  if (concern.isInTeam) return refuse('case.arbiterInTeam')
  if (concern.isOfInstitution) return refuse('case.arbiterOfInstitution')
  return concern.isExpert ? refuse('case.arbiterIsExpert') : permitted
}

/** An appeal is decided by another arbiter than the case that it is about. */
const checkSecondArbiter = ({ first }: Pick<CaseView, 'first'>, who: AccountId): Verdict =>
  first && (first.decidedBy === who || first.admittedBy === who) ? refuse('case.firstArbiter') : permitted

type Decided = Moved & Pick<CaseView, 'first'>

export const mayDecideAdmission = (view: Decided, who: AccountId): Verdict =>
  all(checkSecondArbiter(view, who), checkMove(view, 'admitted'))

export const mayInvestigate = (view: Decided, who: AccountId): Verdict =>
  all(checkSecondArbiter(view, who), checkMove(view, 'investigating'))

/** Once: the team answers what it was asked. More can be asked by messages. */
export const mayAsk = (view: Decided & Pick<CaseView, 'workId' | 'side' | 'statementBy'>, who: AccountId): Verdict => {
  if (view.state !== 'investigating') return refuse('case.moveRefused')
  // In an appeal of the team, the appeal is its statement.
  if (!view.workId || view.side === 'respondent') return refuse('case.nobodyToAsk')
  return view.statementBy ? refuse('case.statementAsked') : checkSecondArbiter(view, who)
}

const checkOpen = ({ state }: Moved): Verdict => (isOpenCase(state) ? permitted : refuse('case.closed'))

export const mayWrite = checkOpen

export const mayRule = (view: Decided, who: AccountId): Verdict =>
  all(checkSecondArbiter(view, who), checkMove(view, 'upheld'))

/** What may follow from a ruling, as far as the case itself tells. */
export const mayHaveEffect = (
  { workId, workState }: Pick<CaseView, 'workId' | 'workState'>,
  effect: CaseEffect,
): Verdict => {
  if (effect === 'none') return permitted
  if (!workId) return refuse('case.effectNeedsWork')
  if (effect === 'disqualify' && workState !== 'accepted') return refuse('case.workNotAccepted')
  if (effect === 'restore' && workState !== 'disqualified') return refuse('case.workNotDisqualified')
  return permitted
}

export const mayWithdrawCase = (view: Moved): Verdict => checkMove(view, 'withdrawn')

/** Later than asked, but before the ruling, is better than never. */
export const mayGiveStatement = (
  view: Moved & Pick<CaseView, 'statementBy' | 'statementAt'>,
  side: CaseSide,
): Verdict => {
  if (side !== 'respondent' || !view.statementBy) return refuse('case.statementNotAsked')
  return view.statementAt ? refuse('case.statementGiven') : checkOpen(view)
}

/** The party that a decision is against. */
export const losingSide = (state: CaseState): CaseSide | undefined => {
  if (state === 'upheld') return 'respondent'
  return state === 'refused' || state === 'dismissed' ? 'objector' : undefined
}

/** Once, in time, by the party concerned. The decision on an appeal is final. */
export const mayAppeal = (
  view: Moved & Pick<CaseView, 'kind' | 'appeal' | 'appealUntil' | 'timeZone'>,
  side: CaseSide,
  { now, locale }: Moment,
): Verdict => {
  if (view.kind === 'appeal') return refuse('case.appealIsFinal')
  if (isOpenCase(view.state) || losingSide(view.state) !== side || !view.appealUntil) return refuse('case.noAppeal')
  if (view.appeal) return refuse('case.appealUsed')
  return now < view.appealUntil
    ? permitted
    : refuse('case.appealOver', { closedAt: momentText(view.appealUntil, locale, view.timeZone) })
}
