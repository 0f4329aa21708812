-- By which version of the rules for copies the copy for experts was made. Copies of earlier programs have none; theirs is 0.
alter table work_file add column blind_version integer generated always as (coalesce((blind ->> 'version')::integer, 0)) stored;
create index work_file_copies on work_file (blind_version) where blind ->> 'kind' <> 'plain';

-- Makes copies for experts again after the rules for them have changed.
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check
  check (kind in (
    'inspect', 'recheck', 'renewCopies', 'bundle', 'plan', 'settle', 'rank', 'issueCertificates', 'bundleCertificates'
  ));

-- An address that experts get in a blind review leads where nobody has looked.
alter table leak drop constraint leak_kind_check;
alter table leak add constraint leak_kind_check check (kind in ('name', 'school', 'email', 'phone', 'team', 'link'));

-- The desk says which files are not ready: `copy_version` is null where experts get the file itself, or nothing is made yet.
create or replace view review_file as
select
  entry.id as entry_id,
  listed.number::integer as number,
  listed.part,
  coalesce(redacted.type, file.type) as type,
  case when redacted.id is null then (work_file.facts #>> '{media,facts,seconds}')::double precision end as seconds,
  case when redacted.id is null then (work_file.facts ->> 'pages')::integer end as pages,
  work_file.work_id,
  work_file.id as file_id,
  case when work_file.blind ->> 'kind' <> 'plain' then work_file.blind_version end as copy_version
from entry
join work on work.id = entry.work_id
join activity on activity.id = work.activity_id
join submission on submission.work_id = entry.work_id and submission.number = entry.submission
cross join lateral (
  select row_number() over (order by part_position, file_position) as number, part ->> 'id' as part, (given ->> 'id')::uuid as file_id
  from jsonb_array_elements(submission.manifest::jsonb -> 'parts') with ordinality as parts (part, part_position)
  cross join lateral jsonb_array_elements(part -> 'files') with ordinality as files (given, file_position)
) as listed
join work_file on work_file.id = listed.file_id and work_file.work_id = entry.work_id
join file on file.id = work_file.id
left join file as redacted on redacted.id = work_file.redacted_id
where entry.removed_at is null and exists (
  select from jsonb_array_elements(activity.work_rules -> 'parts') as rule
  where rule ->> 'id' = listed.part and (rule ->> 'forExperts')::boolean
);
