-- Teams that wait for a place in an activity that is full, in the order of `turn`. A place that is offered is held for its team.
alter table activity add column waiting_list boolean not null default false;

create table waiting (
  team_id uuid primary key references team (id) on delete cascade,
  activity_id uuid not null references activity (id) on delete cascade,
  turn bigint generated always as identity,
  joined_at timestamptz(3) not null,
  offered_at timestamptz(3),
  offered_until timestamptz(3),
  constraint waiting_offered_whole check ((offered_at is null) = (offered_until is null)),
  constraint waiting_offered_for_some_time check (offered_at < offered_until)
);
create index waiting_in_order on waiting (activity_id, turn);

-- How many teams wait, and for how many of them a place is held.
alter table tally
  add column waiting integer not null default 0,
  add column offered integer not null default 0,
  drop constraint tally_within_capacity,
  add constraint tally_within_capacity check (
    taken >= 0 and 0 <= offered and offered <= waiting and (capacity is null or taken + offered <= capacity)
  );

create function keep_waiting_tally() returns trigger
language plpgsql
as $$
declare
  waits integer := 0;
  offers integer := 0;
begin
  if tg_op <> 'DELETE' then
    waits := waits + 1;
    if new.offered_until is not null then offers := offers + 1; end if;
  end if;
  if tg_op <> 'INSERT' then
    waits := waits - 1;
    if old.offered_until is not null then offers := offers - 1; end if;
  end if;
  if waits <> 0 or offers <> 0 then
    update tally set waiting = waiting + waits, offered = offered + offers
    where activity_id = coalesce(new.activity_id, old.activity_id);
  end if;
  return null;
end
$$;
create trigger waiting_tallied after insert or delete or update of offered_until on waiting
for each row execute function keep_waiting_tally();

-- An activity is full for everybody else when its free places are waited for.
create or replace function announce_fullness() returns trigger
language plpgsql
as $$
begin
  if (old.taken + old.waiting >= old.capacity) is distinct from (new.taken + new.waiting >= new.capacity) then
    perform pg_notify('content', '');
  end if;
  return null;
end
$$;
