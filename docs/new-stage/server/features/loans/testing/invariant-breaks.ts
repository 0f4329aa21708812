import type { InvariantBreaks } from '../../../testing/invariant-breaks.ts'

export const invariantBreaks: InvariantBreaks = {
  'an open loan belongs to an approved enrolment of its team': {
    by: [`update loan set team_id = (select id from team where id <> loan.team_id limit 1) where state = 'submitted'`],
  },
  'the steps of a loan may be taken, follow each other and lead to its state': {
    by: [`update loan set state = 'givenBack' where state = 'lent'`],
  },
}
