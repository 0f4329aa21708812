-- The desk says which files are not ready: `copy_version` is 0 where the copy is not made yet, null where experts get the file itself.
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
  case
    when work_file.blind ->> 'kind' <> 'plain' then work_file.blind_version
    when (activity.work_rules ->> 'blind')::boolean then 0
  end as copy_version
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
