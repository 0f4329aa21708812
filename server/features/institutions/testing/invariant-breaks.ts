import type { InvariantBreaks } from '../../../testing/invariant-breaks.ts'

const [standing, merged] = ['01900000-0000-7000-8000-00000000aaa1', '01900000-0000-7000-8000-00000000aaa2']

// Without names: triggers, which would store how these are compared, are bypassed.
const addStanding = `
  insert into institution (id, kind, name, state, created_at, updated_at)
  values ('${standing}', 'school', '{}', 'verified', now(), now())`
const addMerged = `
  insert into institution (id, kind, name, state, merged_into, created_at, updated_at)
  values ('${merged}', 'school', '{}', 'closed', '${standing}', now(), now())`
const addMerge = `
  insert into institution_merge (id, from_id, into_id, state, moved, merged_at)
  values (gen_random_uuid(), '${merged}', '${standing}', 'verified', '{}', now())`

export const invariantBreaks: InvariantBreaks = {
  'a school belongs to a province or to nothing, and a province to nothing': {
    by: [
      addStanding,
      `insert into institution (id, kind, name, state, parent_id, created_at, updated_at)
       values ('${merged}', 'school', '{}', 'verified', '${standing}', now(), now())`,
    ],
  },
  'nothing belongs to an institution that was merged into another one': {
    by: [
      addStanding,
      addMerged,
      addMerge,
      `update account set institution_id = '${merged}' where id = (select min(id::text)::uuid from account)`,
    ],
  },
  'an institution was merged into one that stands, and by a merge that is not undone': {
    by: [addStanding, addMerged],
  },
  'every name and alias of an institution is stored as it is compared, and nothing else is': {
    by: [addStanding, `insert into institution_spelling (spelling, institution_id) values ('x', '${standing}')`],
  },
  'an active officer has an account that can sign in': {
    by: [
      addStanding,
      `insert into institution_officer (id, institution_id, account_id, state, created_at, started_at)
       values (gen_random_uuid(), '${standing}', gen_random_uuid(), 'active', now(), now())`,
    ],
  },
}
