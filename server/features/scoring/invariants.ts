import type { Invariant } from '../../platform/invariants.ts'

export const sheetInvariants: readonly Invariant[] = [
  {
    name: 'a submitted sheet has points for each criterion and nothing else, within their limits, and its total is their sum',
    broken: `
      select sheet_version.assignment_id as id from sheet_version
      join assignment on assignment.id = sheet_version.assignment_id
      join round on round.id = assignment.round_id
      cross join lateral (
        select
          coalesce(sum((scores ->> (criterion ->> 'id'))::integer), 0) as total,
          count(*) filter (where (scores ->> (criterion ->> 'id'))::integer between 0 and (criterion ->> 'max')::integer) as valid,
          count(*) as wanted,
          coalesce(array_agg(criterion ->> 'id'), '{}') as ids
        from jsonb_array_elements(round.rules -> 'criteria') as criterion
        where round.rules ->> 'kind' = 'scored'
      ) as summed
      where sheet_version.total <> summed.total or summed.valid <> summed.wanted
        or scores - summed.ids <> '{}'`,
  },
  {
    name: 'submitted versions of a sheet are numbered from 1, and the sheet has number, total and time of the last one',
    broken: `
      select assignment.id from assignment
      left join sheet on sheet.assignment_id = assignment.id
      left join sheet_version as last on last.assignment_id = assignment.id and not exists (
        select from sheet_version as later where later.assignment_id = assignment.id and later.number > last.number
      )
      where (select count(*) from sheet_version where assignment_id = assignment.id) <> coalesce(last.number, 0)
        or (sheet.number, sheet.total, sheet.submitted_at) is distinct from (last.number, last.total, last.submitted_at)`,
  },
  {
    name: 'a sheet that was not changed since has the points and texts of its last submitted version',
    broken: `
      select sheet.assignment_id as id from sheet
      join sheet_version as last on last.assignment_id = sheet.assignment_id and last.number = sheet.number
      where not is_changed and (sheet.scores, sheet.comment, sheet.remark) is distinct from (last.scores, last.comment, last.remark)`,
  },
  {
    name: 'an assignment is finished if and only if a sheet was submitted',
    broken: `
      select id from assignment
      where is_finished <> exists (select from sheet_version where assignment_id = assignment.id)`,
  },
]
