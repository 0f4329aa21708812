import { workMoves } from '@lectern/contract/works/work-values.ts'
import type { Invariant } from '../../platform/invariants.ts'

const moves = Object.entries(workMoves)
  .flatMap(([from, all]) => all.map((to) => `('${from}', '${to}')`))
  .join(',')

const steps = `
  select work_id, position, kind, from_state, to_state,
    coalesce(lag(to_state) over (partition by work_id order by position), 'draft') as expected
  from work_event`

export const workInvariants: readonly Invariant[] = [
  {
    name: 'a work beyond draft belongs to an approved enrolment',
    broken: `
      select work.id from work join enrolment on enrolment.id = enrolment_id
      where work.state not in ('draft', 'withdrawn') and enrolment.state <> 'approved'`,
  },
  {
    name: 'a work belongs to the team and activity of its enrolment',
    broken: `
      select work.id from work join enrolment on enrolment.id = enrolment_id
      where work.team_id <> enrolment.team_id or work.activity_id <> enrolment.activity_id
        or work.edition_id <> enrolment.edition_id`,
  },
  {
    name: 'submissions of a work are numbered from 1 without gaps and chained by their hashes',
    broken: `
      select work_id as id from (
        select work_id, number, previous_hash,
          row_number() over (partition by work_id order by number) as expected,
          lag(hash) over (partition by work_id order by number) as former
        from submission
      ) as numbered
      where number <> expected or previous_hash is distinct from former
      union
      select work.id from work left join lateral (
        select max(number) as last from submission where work_id = work.id
      ) as counted on true
      where work.submission is distinct from last`,
  },
  {
    name: 'the hash of a manifest is that of its text',
    broken: `select work_id as id from submission where hash <> sha256(convert_to(manifest, 'UTF8'))`,
  },
  {
    name: 'every file that a submission names exists with its hash',
    broken: `
      select submission.work_id as id from submission,
        jsonb_path_query(manifest::jsonb, '$.parts[*].files[*]') as named
      left join file on file.id = (named->>'id')::uuid and file.state = 'stored'
      left join submission_file on submission_file.file_id = file.id
      where file.id is null or encode(file.sha256, 'hex') is distinct from named->>'sha256'
        or not exists (
          select from submission_file as listed
          where listed.work_id = submission.work_id and listed.number = submission.number and listed.file_id = file.id
        )`,
  },
  {
    name: 'the steps of a work follow each other and lead to its state',
    broken: `
      select work_id as id from (${steps}) as step where from_state <> expected
      union
      select work.id from work left join lateral (
        select to_state from work_event where work_id = work.id order by position desc limit 1
      ) as latest on true
      where coalesce(to_state, 'draft') <> state`,
  },
  {
    name: 'every step of a work is one that may be taken',
    // A withdrawn enrolment takes its work with it, whatever was decided.
    broken: `
      select work_id as id from (${steps}) as step
      where (from_state, to_state) not in (${moves})
        and not (kind = 'withdrawal' and to_state = 'withdrawn' and from_state in ('accepted', 'disqualified'))`,
  },
  {
    name: 'what was decided on, and nothing else, has the time of a decision',
    broken: `
      select id from work where (decided_at is not null) <> (state in ('accepted', 'returned', 'disqualified'))`,
  },
  {
    name: 'what was returned, and nothing else, has a time by which it is answered',
    broken: `select id from work where (resubmit_by is not null) <> (state = 'returned')`,
  },
  {
    name: 'nothing is submitted after the end without grace, extension, return or an upload that was started in time',
    broken: `
      select submission.work_id as id from submission
      where is_late and not exists (
        select from work
        join team on team.id = work.team_id
        join activity on activity.id = work.activity_id
        left join lateral (
          select closes_at, grace_minutes from phase
          where kind = 'submission' and phase.edition_id = activity.edition_id
            and (phase.activity_id = activity.id or phase.activity_id is null)
          order by phase.activity_id nulls last limit 1
        ) as window_of on true
        where work.id = submission.work_id
          and (
            closes_at is null
            or submission.submitted_at < closes_at + make_interval(mins => greatest(
              grace_minutes, (activity.work_rules->>'uploadMinutes')::integer
            ))
            or exists (
              select from extension where extension.team_id = team.id and kind = 'submission'
                and submission.submitted_at < extension.until + make_interval(mins => greatest(
                  grace_minutes, (activity.work_rules->>'uploadMinutes')::integer
                ))
            )
            or exists (
              select from work_event where work_event.work_id = work.id and to_state = 'returned' and at < submission.submitted_at
            )
          )
      )`,
  },
  {
    name: 'the files of a part that is being prepared have different positions',
    broken: `
      select work_id as id from work_file where position is not null
      group by work_id, part, position having count(*) > 1`,
  },
]
