-- Results: prize rules, lists of ranked works, decisions about them.

-- How the scores of an activity become prizes.
create table prize_rules (
  activity_id uuid primary key references activity (id) on delete cascade,
  version integer not null default 1,
  rules jsonb not null,
  -- Canonical JSON, written down when the first list is proposed, and its hash.
  frozen text,
  frozen_hash bytea check (length(frozen_hash) = 32),
  frozen_at timestamptz(3),
  updated_at timestamptz(3) not null,
  constraint prize_rules_frozen_whole check ((frozen is null) = (frozen_hash is null) and (frozen is null) = (frozen_at is null))
);

create function refuse_prize_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'frozen prize rules never change' using errcode = 'restrict_violation', constraint = 'prize_rules_frozen';
end
$$;
create trigger prize_rules_frozen before update on prize_rules
for each row when (old.frozen is not null and (
  new.rules is distinct from old.rules or new.frozen is distinct from old.frozen or new.frozen_hash is distinct from old.frozen_hash
  or new.frozen_at is distinct from old.frozen_at or new.activity_id is distinct from old.activity_id
)) execute function refuse_prize_change();

-- A list of an activity. Input and rows are canonical JSON without names, so that anybody can recompute one from the other.
create table result_list (
  id uuid primary key,
  activity_id uuid not null references activity (id),
  -- Counts every list of the activity.
  number integer not null check (number > 0),
  -- Counts those that visitors have seen.
  public_version integer check (public_version > 0),
  state text not null check (state in ('computed', 'proposed', 'publicised', 'final', 'announced', 'superseded')),
  version integer not null default 1,
  -- Why there is another list.
  reason text,
  rules jsonb not null,
  rules_hash bytea not null check (length(rules_hash) = 32),
  input text not null,
  input_hash bytea not null check (length(input_hash) = 32),
  rows text not null,
  rows_hash bytea not null check (length(rows_hash) = 32),
  -- Places and prizes of each group, and ties that somebody must decide: follows from the input.
  totals jsonb not null,
  computed_by uuid references account (id),
  computed_at timestamptz(3) not null,
  proposed_by uuid references account (id),
  proposed_at timestamptz(3),
  confirmed_by uuid references account (id),
  confirmed_at timestamptz(3),
  -- The only organiser confirmed their own proposal, with this reason.
  confirmed_alone text,
  publicised_by uuid references account (id),
  publicised_at timestamptz(3),
  publicity_until timestamptz(3),
  finalised_by uuid references account (id),
  finalised_at timestamptz(3),
  announced_by uuid references account (id),
  -- In the future: scheduled. Visitors see the list from then on, whatever the state says.
  announced_at timestamptz(3),
  superseded_at timestamptz(3),
  -- The list that was publicised before, and how this one differs from it.
  previous_id uuid references result_list (id),
  difference jsonb,
  unique (activity_id, number),
  unique (activity_id, public_version),
  constraint result_list_proposed check (state in ('computed', 'superseded') or proposed_at is not null),
  constraint result_list_confirmed check (confirmed_at is null or proposed_at <= confirmed_at),
  constraint result_list_publicised_whole check (
    (publicised_at is null) = (publicity_until is null) and (publicised_at is null) = (public_version is null)
  ),
  constraint result_list_publicised check (publicised_at is null or confirmed_at <= publicised_at),
  constraint result_list_publicity check (publicised_at < publicity_until),
  constraint result_list_final check (finalised_at is null or publicity_until <= finalised_at),
  constraint result_list_announced check (announced_at is null or finalised_at <= announced_at),
  constraint result_list_state check (
    (state not in ('publicised', 'final', 'announced') or publicised_at is not null)
    and (state not in ('final', 'announced') or finalised_at is not null)
    and (state <> 'announced' or announced_at is not null)
    and (state <> 'superseded' or superseded_at is not null)
  )
);
-- One list of an activity is prepared, one is in publicity or final, and one is announced.
create unique index result_list_prepared on result_list (activity_id) where state in ('computed', 'proposed');
create unique index result_list_pending on result_list (activity_id) where state in ('publicised', 'final');
create unique index result_list_in_force on result_list (activity_id) where state = 'announced';
create index result_list_shown on result_list (announced_at) where announced_at is not null;
create index result_list_publicity_ends on result_list (publicity_until) where publicity_until is not null;

create function refuse_result_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'a result list never changes' using errcode = 'restrict_violation', constraint = 'result_immutable';
end
$$;
create trigger result_list_immutable before update on result_list
for each row when (
  new.id is distinct from old.id or new.activity_id is distinct from old.activity_id or new.number is distinct from old.number
  or new.rules is distinct from old.rules or new.rules_hash is distinct from old.rules_hash
  or new.input is distinct from old.input or new.input_hash is distinct from old.input_hash
  or new.rows is distinct from old.rows or new.rows_hash is distinct from old.rows_hash
  or new.totals is distinct from old.totals or new.computed_at is distinct from old.computed_at
  or (old.public_version is not null and (
    new.public_version is distinct from old.public_version or new.publicised_at is distinct from old.publicised_at
    or new.previous_id is distinct from old.previous_id or new.difference is distinct from old.difference
    or new.reason is distinct from old.reason
  ))
  or (old.finalised_at is not null and new.finalised_at is distinct from old.finalised_at)
  or (old.state in ('announced', 'superseded') and new.announced_at is distinct from old.announced_at)
) execute function refuse_result_change();

-- A work in a list, with what people see of it. Names are here alone, so that they can be erased.
create table result_row (
  list_id uuid not null references result_list (id) on delete cascade,
  work_id uuid not null references work (id),
  -- The submission that was judged.
  submission integer not null,
  -- By group and rank.
  position integer not null,
  -- Among the awarded works, by group and prize; null: no prize.
  award_position integer,
  number text not null,
  group_key text,
  rank integer,
  score integer,
  prize text,
  is_excluded boolean not null,
  is_capped boolean not null,
  is_adjusted boolean not null,
  adjustment_reason text,
  title text not null,
  team text not null,
  people jsonb not null,
  school text,
  province text,
  -- What visitors find it by: the columns that they see.
  search tsvector not null,
  primary key (list_id, work_id),
  unique (list_id, position),
  foreign key (work_id, submission) references submission (work_id, number),
  constraint result_row_awarded check ((prize is null) = (award_position is null)),
  constraint result_row_excluded check (not is_excluded or (rank is null and prize is null)),
  constraint result_row_adjusted check (not is_adjusted or adjustment_reason is not null)
);
create unique index result_row_award on result_row (list_id, award_position) where award_position is not null;
create index result_row_of_work on result_row (work_id);
create index result_row_search on result_row using gin (search) where award_position is not null;
create index result_row_people on result_row using gin (people jsonb_path_ops);

-- Only what the rules show is found: otherwise a search would tell what is hidden.
create function keep_result_terms() returns trigger
language plpgsql
as $$
declare
  shown jsonb;
begin
  select rules -> 'publicColumns' into shown from result_list where id = new.list_id;
  new.search := search_lexemes(concat_ws(' ',
    case when shown ? 'title' then new.title end,
    case when shown ? 'team' then new.team end,
    case when shown ? 'school' then new.school end,
    case when shown ? 'number' then new.number end,
    (
      select string_agg(person ->> 'name', ' ') from jsonb_array_elements(new.people) as person
      where shown ? case when person ->> 'role' = 'advisor' then 'advisors' else 'people' end
    )
  ));
  return new;
end
$$;
create trigger result_row_terms before insert or update of people on result_row
for each row execute function keep_result_terms();

create trigger result_row_immutable before update on result_row
for each row when (
  (to_jsonb(new) - 'people' - 'search') is distinct from (to_jsonb(old) - 'people' - 'search')
) execute function refuse_result_change();

-- What people decided beside the rules. Decisions that were taken back stay for the record.
create table result_decision (
  id uuid primary key,
  activity_id uuid not null references activity (id),
  kind text not null check (kind in ('tie', 'adjustment', 'exclusion', 'correction')),
  data jsonb not null,
  reason text not null,
  decided_by uuid references account (id),
  decided_at timestamptz(3) not null,
  -- The case whose ruling it follows from.
  case_id uuid,
  undone_by uuid references account (id),
  undone_at timestamptz(3)
);
create index result_decision_of_activity on result_decision (activity_id, decided_at);
create trigger result_decision_immutable before update of id, activity_id, kind, data, decided_at, case_id on result_decision
for each row execute function refuse_result_change();

-- Whom a step is still to be told to: everybody in the teams of the list, in its order, from a time on.
create table result_notice (
  list_id uuid not null references result_list (id) on delete cascade,
  kind text not null check (kind in ('publicity', 'final', 'announced')),
  due_at timestamptz(3) not null,
  -- The position of the last work whose team was told.
  told integer not null default 0,
  done_at timestamptz(3),
  primary key (list_id, kind)
);
create index result_notice_due on result_notice (due_at) where done_at is null;

create trigger result_list_announced after insert or update or delete or truncate on result_list
for each statement execute function announce_content();
create trigger result_row_announced after update of people on result_row
for each statement execute function announce_content();

alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check
  check (kind in ('inspect', 'recheck', 'bundle', 'plan', 'settle', 'rank'));
