import { decideLoans, type ListedLoan } from '@lectern/contract/loans/loan-office.ts'
import { isLoanMove, loanDecisions, loanNeedsReason, type LoanDecision } from '@lectern/contract/loans/loan-values.ts'
import type { Client } from '../../../request/client.ts'
import type { DecisionKind } from '../../admin-ui/decide.ts'
import { useLoanWords } from './loan-words.ts'

/** How organisers decide on loans. */
export const useDecisions = (client: Client): DecisionKind<ListedLoan, LoanDecision> => {
  const { t, item } = useLoanWords()
  return {
    decisions: loanDecisions,
    primary: 'lent',
    danger: 'refused',
    revocation: 'submitted',
    slip: t('reason.slip'),
    may: ({ state }, decision) => isLoanMove(state, decision),
    whyNotYet: () => null,
    needsReason: (_, decision) => loanNeedsReason(decision),
    reasonsFor: (decision) => (decision === 'refused' ? [t('reason.allLent'), t('reason.unclear')] : []),
    nameOf: (loan) => `${loan.team.name} · ${item(loan.item)}`,
    t,
    send: async (items, decision, reason) => {
      const loans = items.map(({ id, version }) => ({ id, version }))
      const body = { loans, decision, ...(reason && { reason }) }
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const call = { headers, skipErrorHandler: true, inPlaceSignIn: true }
      return (await client(decideLoans, { body }, call)).outcomes
    },
  }
}
