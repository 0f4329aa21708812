import { loanMoves } from '@lectern/contract/loans/loan-values.ts'
import type { Invariant } from '../../platform/invariants.ts'

const moves = Object.entries(loanMoves)
  .flatMap(([from, all]) => all.map((to) => `('${from}', '${to}')`))
  .join(',')

export const loanInvariants: readonly Invariant[] = [
  {
    name: 'an open loan belongs to an approved enrolment of its team',
    broken: `
      select loan.id from loan join enrolment on enrolment.id = enrolment_id
      where loan.team_id <> enrolment.team_id or loan.activity_id <> enrolment.activity_id
        or (loan.state in ('submitted', 'lent') and enrolment.state <> 'approved')`,
  },
  {
    name: 'the steps of a loan may be taken, follow each other and lead to its state',
    broken: `
      select loan_id as id from (
        select loan_id, from_state, to_state,
          coalesce(lag(to_state) over (partition by loan_id order by position), 'submitted') as expected
        from loan_event
      ) as step
      where from_state <> expected or (from_state, to_state) not in (${moves})
      union
      select loan.id from loan left join lateral (
        select to_state from loan_event where loan_id = loan.id order by position desc limit 1
      ) as latest on true
      where coalesce(to_state, 'submitted') <> state`,
  },
]
