import type { Invariant } from '../../platform/invariants.ts'

const open = `('received', 'admitted', 'investigating')`

export const caseInvariants: readonly Invariant[] = [
  {
    name: 'no list is final while an objection or appeal against it or an earlier version is open',
    broken: `
      select result_list.id from result_list
      where state in ('final', 'announced') and exists (
        select from contest_case join result_list as objected on objected.id = contest_case.list_id
        where contest_case.activity_id = result_list.activity_id and contest_case.state in ${open}
          and objected.public_version <= result_list.public_version
      )`,
  },
  {
    name: 'a case belongs to the activity of its list and of its work',
    broken: `
      select contest_case.id from contest_case
      join result_list on result_list.id = contest_case.list_id
      left join work on work.id = contest_case.work_id
      where result_list.activity_id <> contest_case.activity_id or work.activity_id <> contest_case.activity_id`,
  },
  {
    name: 'who filed a case is known until it is closed',
    broken: `
      select id from contest_case
      where state in ${open} and not exists (select from case_party where case_id = contest_case.id)`,
  },
  {
    name: 'an appeal is about a decided objection, and another arbiter decides it',
    broken: `
      select appeal.id from contest_case as appeal
      join contest_case as first on first.id = appeal.appeal_of
      where first.kind <> 'objection' or first.state in ${open} or first.state = 'withdrawn'
        or appeal.decided_by = first.decided_by`,
  },
  {
    name: 'every case has been received once, and its state is that of its history',
    broken: `
      select contest_case.id from contest_case
      where (select count(*) from case_event where case_id = contest_case.id and kind = 'received') <> 1
        or state <> (
          select kind from case_event
          where case_id = contest_case.id
            and kind in ('received', 'admitted', 'refused', 'investigating', 'upheld', 'dismissed', 'withdrawn')
          order by position desc limit 1
        )`,
  },
]
