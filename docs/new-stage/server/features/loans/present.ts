import type { ListedLoan } from '@lectern/contract/loans/loan-office.ts'
import type { TeamLoans } from '@lectern/contract/loans/loans.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { refusalText } from '../../platform/policy.ts'
import type { OfficeRow } from './office.ts'
import { mayRequest } from './policy.ts'
import type { listMyLoans } from './service.ts'

const presentName = ({ locale }: Ctx, given: LocalizedText) => {
  const name = localize(given, locale)
  return { name: name.text, locale: name.locale }
}

export const presentTeamLoans = (
  ctx: SignedIn,
  { team, loans }: Awaited<ReturnType<typeof listMyLoans>>[number],
): TeamLoans => ({
  enrolmentId: team.enrolment!.id,
  team: { id: team.id, name: team.name },
  activity: presentName(ctx, team.activity.name),
  timeZone: team.activity.edition.timeZone,
  loans: loans.map((row) => ({ ...row, submittedAt: row.submittedAt.toISOString() })),
  whyNotRequest: refusalText(mayRequest(team, loans, ctx.actor.id), ctx.locale),
})

export const presentLoanPage = (ctx: Ctx, { list, ...page }: Page<OfficeRow>): Page<ListedLoan> => ({
  ...page,
  list: list.map(({ activity, ...row }) => ({
    ...row,
    activity: { id: activity.id, ...presentName(ctx, activity.name) },
    submittedAt: row.submittedAt.toISOString(),
    notifyAt: row.notifyAt?.toISOString() ?? null,
  })),
})
