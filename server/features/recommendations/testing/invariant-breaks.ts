import type { InvariantBreaks } from '../../../testing/invariant-breaks.ts'

const list = `(select id from recommendation_list where row_count > 0 order by id limit 1)`

export const invariantBreaks: InvariantBreaks = {
  'the ranks of a list are 1 to n without gaps': {
    by: [`update recommendation_row set rank = rank + 1 where list_id = ${list}`],
  },
  'the balance of a quota is the sum of its ledger, and what is recommended is counted': {
    by: ['update recommendation_tally set balance = balance + 1'],
  },
  'no institution recommends more than its quota': {
    by: ['delete from recommendation_quota'],
    alsoBreaks: ['the balance of a quota is the sum of its ledger, and what is recommended is counted'],
  },
  'a list has the number of rows that it counts': {
    by: ['update recommendation_list set passed_count = passed_count + 1'],
  },
  'a recommended entry belongs to the activity and the level of its list': {
    by: [
      `update recommendation_list set level = case level when 'school' then 'province' else 'school' end where id = ${list}`,
    ],
  },
  'the steps of a list may be taken, follow each other and lead to its state': {
    by: [`update recommendation_event set from_state = 'accepted', to_state = 'handedIn'`],
  },
  'a list that was handed in has what was handed in, numbered from 1 without gaps': {
    by: ['delete from recommendation_submission'],
  },
  'an accepted list has a final verdict on every row': {
    by: [
      `update recommendation_row set verdict = null, verdict_reason = null, change_by = null
       where verdict = 'pass' and list_id in (select id from recommendation_list where state = 'accepted')`,
    ],
    alsoBreaks: ['a list has the number of rows that it counts'],
  },
  'the hash of a summary is that of its content': {
    by: [`update recommendation_summary set content = content || ' '`],
  },
}
