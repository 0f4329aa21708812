import type { Invariant } from '../../platform/invariants.ts'

export const institutionInvariants: readonly Invariant[] = [
  {
    name: 'a school belongs to a province or to nothing, and a province to nothing',
    broken: `
      select institution.id from institution join institution as parent on parent.id = institution.parent_id
      where institution.kind <> 'school' or parent.kind <> 'province'`,
  },
  {
    name: 'nothing belongs to an institution that was merged into another one',
    broken: `
      select institution.id from institution where merged_into is not null and (
        exists (select from account where institution_id = institution.id)
        or exists (select from institution as below where below.parent_id = institution.id)
        or exists (
          select from institution_officer as officer
          where officer.institution_id = institution.id and officer.state in ('invited', 'requested')
        )
      )`,
  },
  {
    name: 'an institution was merged into one that stands, and by a merge that is not undone',
    broken: `
      select institution.id from institution join institution as into_one on into_one.id = institution.merged_into
      where not exists (
        select from institution_merge as merge where merge.from_id = institution.id and merge.undone_at is null
      ) or into_one.kind <> institution.kind`,
  },
  {
    name: 'every name and alias of an institution is stored as it is compared, and nothing else is',
    broken: `
      with called as (
        select institution.id, fold_institution(name.value) as spelling
        from institution cross join lateral jsonb_each_text(institution.name) as name
        union
        select institution_id, fold_institution(text) from institution_alias
      )
      select coalesce(called.id, stored.institution_id) as id
      from (select * from called where spelling is not null) as called
      full join institution_spelling as stored
        on stored.institution_id = called.id and stored.spelling = called.spelling
      where called.id is null or stored.institution_id is null`,
  },
  {
    name: 'an active officer has an account that can sign in',
    broken: `
      select officer.id from institution_officer as officer left join account on account.id = officer.account_id
      where officer.state = 'active' and (account.id is null or account.status = 'deleted')`,
  },
]
