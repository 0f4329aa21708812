import type { LoanId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LoanEventKind, LoanItem, LoanState } from '@lectern/contract/loans/loan-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { t } from '../../platform/messages.ts'
import { noticesToTeam } from '../enrolments/service.ts'
import { asWritten, sendNotices, type NoticeOf } from '../notices/service.ts'
import { notifyOfDecisions, type DueEvent } from '../steps/service.ts'
import { viewTeams } from '../teams/service.ts'
import { loansById } from './queries.ts'
import { loan, loanEvent } from './tables.ts'

const noticeOf: Partial<Record<LoanState, NoticeOf<'loan.'>>> = {
  lent: 'lent',
  refused: 'refused',
  submitted: 'takenBack',
}

const itemNames = (item: LoanItem) => ({
  inLanguages: Object.fromEntries(locales.map((locale) => [locale, t(locale, `loan.item.${item}`)])),
})

const notifyTeams = async (ctx: Ctx, events: readonly DueEvent<LoanId, LoanEventKind, LoanState>[]): Promise<void> => {
  const loans = await loansById(
    ctx.db,
    events.map(({ subject }) => subject),
  )
  const teams = await viewTeams(
    ctx,
    loans.map(({ teamId }) => teamId),
  )
  for (const { subject, toState, reason } of events) {
    const { teamId, item } = loans.find(({ id }) => id === subject)!
    const team = teams.find(({ id }) => id === teamId)
    const what = noticeOf[toState]
    if (!team || !what) continue
    const values = { item: itemNames(item), reason: asWritten(reason ?? '') }
    await sendNotices(ctx, noticesToTeam(team, `loan.${what}`, { now: ctx.now, link: '/account/Loan', values }))
  }
}

/** A job: notifies teams of decisions that have stood for a minute. */
export const notifyLoanDecisions = (ctx: Ctx): Promise<void> =>
  notifyOfDecisions(ctx, { table: loanEvent, subjectId: loanEvent.loanId, subjects: loan, notify: notifyTeams })
