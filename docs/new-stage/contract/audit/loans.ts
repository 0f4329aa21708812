import { loanItems, loanStates } from '../loans/loan-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How loans are logged. */
export const loansAudit = {
  actions: ['loan.requested', 'loan.decided', 'loan.takenBack', 'loan.givenBack'],
  subjects: { loan: '/Admin/Loan' },
  codes: {
    loanItem: { label: 'loan.item.', values: loanItems },
    loanState: { label: 'loan.state.', values: loanStates },
  },
  fields: { item: { form: 'loanItem', label: 'loan.item' } },
  bySubject: { loan: { state: { form: 'loanState' } } },
} as const satisfies AuditVocabulary
