import * as office from '@lectern/contract/loans/loan-office.ts'
import * as contract from '@lectern/contract/loans/loans.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers, signedIn } from '../../platform/policy.ts'
import { loansOfOthers } from './affected-activities.ts'
import { decideLoans, giveBackLoan, listLoans } from './office.ts'
import { presentLoanPage, presentTeamLoans } from './present.ts'
import { listMyLoans, requestLoan } from './service.ts'

const ofTeams = { policy: signedIn }
const ofOrganisers = { policy: organisers('contest') }

export const loanRoutes = ({ serve }: Http): void => {
  serve(contract.listMyLoans, ofTeams, async ({ ctx }) => ({
    list: (await listMyLoans(ctx)).map((own) => presentTeamLoans(ctx, own)),
  }))

  serve(contract.requestLoan, ofTeams, ({ ctx, body, idempotencyKey }) => requestLoan(ctx, body, idempotencyKey))

  serve(office.listLoans, ofOrganisers, async ({ ctx, query }) => presentLoanPage(ctx, await listLoans(ctx, query)))

  serve(office.decideLoans, ofOrganisers, ({ ctx, body, idempotencyKey }) => decideLoans(ctx, body, idempotencyKey))

  serve(office.giveBackLoan, { ...ofOrganisers, ...loansOfOthers }, async ({ ctx, params, body }) => {
    await giveBackLoan(ctx, params.id, body)
    return {}
  })
}
