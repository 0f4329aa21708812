import { listMoves } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Invariant } from '../../platform/invariants.ts'

const moves = Object.entries(listMoves)
  .flatMap(([from, all]) => all.map((to) => `('${from}', '${to}')`))
  .join(',')

export const recommendationInvariants: readonly Invariant[] = [
  {
    name: 'the ranks of a list are 1 to n without gaps',
    broken: `
      select list_id as id from recommendation_row group by list_id having max(rank) <> count(*) or min(rank) <> 1`,
  },
  {
    name: 'the balance of a quota is the sum of its ledger, and what is recommended is counted',
    broken: `
      select tally.institution_id as id from recommendation_tally as tally
      where balance <> (
          select coalesce(sum(amount), 0) from recommendation_quota as entry
          where entry.activity_id = tally.activity_id and entry.institution_id = tally.institution_id
        )
        or recommended <> (
          select count(*) from recommendation_row join recommendation_list as list on list.id = list_id
          where list.activity_id = tally.activity_id and list.institution_id = tally.institution_id
            and verdict is distinct from 'refuse'
        )
      union
      select entry.institution_id from recommendation_quota as entry
      where not exists (
        select from recommendation_tally as tally
        where tally.activity_id = entry.activity_id and tally.institution_id = entry.institution_id
      )`,
  },
  {
    name: 'no institution recommends more than its quota',
    broken: `
      select list.id from recommendation_list as list
      where (select count(*) from recommendation_row where list_id = list.id and verdict is distinct from 'refuse') > (
        select coalesce(sum(amount), 0) from recommendation_quota as entry
        where entry.activity_id = list.activity_id and entry.institution_id = list.institution_id
      )`,
  },
  {
    name: 'a list has the number of rows that it counts',
    broken: `
      select list.id from recommendation_list as list left join lateral (
        select count(*) as rows, count(*) filter (where verdict = 'pass') as passed,
          count(*) filter (where verdict = 'change') as changes, count(*) filter (where verdict = 'refuse') as refused
        from recommendation_row where list_id = list.id
      ) as counted on true
      where (row_count, passed_count, change_count, refused_count)
        is distinct from (counted.rows, counted.passed, counted.changes, counted.refused)`,
  },
  {
    name: 'a recommended entry belongs to the activity and the level of its list',
    broken: `
      select list.id from recommendation_row as listed
      join recommendation_list as list on list.id = listed.list_id
      join enrolment on enrolment.id = listed.enrolment_id
      join institution on institution.id = list.institution_id
      where enrolment.activity_id <> list.activity_id or listed.level <> list.level or institution.kind <> list.level`,
  },
  {
    name: 'the steps of a list may be taken, follow each other and lead to its state',
    broken: `
      select list_id as id from (
        select list_id, from_state, to_state,
          coalesce(lag(to_state) over (partition by list_id order by position), 'draft') as expected
        from recommendation_event
      ) as step
      where from_state <> expected or (from_state <> to_state and (from_state, to_state) not in (${moves}))
      union
      select list.id from recommendation_list as list left join lateral (
        select to_state from recommendation_event where list_id = list.id order by position desc limit 1
      ) as last on true
      where list.state <> coalesce(last.to_state, 'draft')`,
  },
  {
    name: 'a list that was handed in has what was handed in, numbered from 1 without gaps',
    broken: `
      select list.id from recommendation_list as list left join lateral (
        select count(*) as submissions, max(number) as last from recommendation_submission where list_id = list.id
      ) as counted on true
      where (counted.submissions > 0 and counted.last <> counted.submissions)
        or (list.state <> 'draft' and counted.submissions = 0)`,
  },
  {
    name: 'an accepted list has a final verdict on every row',
    broken: `
      select list.id from recommendation_list as list join recommendation_row on list_id = list.id
      where list.state = 'accepted' and coalesce(verdict, 'change') = 'change'`,
  },
  {
    name: 'the hash of a summary is that of its content',
    broken: `select id from recommendation_summary where hash <> sha256(convert_to(content, 'UTF8'))`,
  },
]
