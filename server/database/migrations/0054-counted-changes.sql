-- A number that grows whenever something changes that the office's overview counts. A sequence: submissions do not wait
-- for each other. The first number is taken here, because a new sequence shows the same before and after it.
create sequence counted_change;
select nextval('counted_change');

-- The lock is shared until the end of the transaction: it tells that a change is not committed yet.
create function note_counted_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('counted change', 0));
  perform nextval('counted_change');
  return null;
end
$$;

create trigger enrolment_counted
after insert or delete or truncate or update of state, is_listed, submitted_at, province, search on enrolment
for each statement execute function note_counted_change();

create trigger team_counted after insert or delete or truncate or update of activity_id, disbanded_at on team
for each statement execute function note_counted_change();

create trigger work_counted after insert or delete or truncate or update of activity_id, state on work
for each statement execute function note_counted_change();

create trigger round_counted after insert or delete or truncate or update on round
for each statement execute function note_counted_change();

create trigger round_activity_counted after insert or delete or truncate or update on round_activity
for each statement execute function note_counted_change();

create trigger entry_counted after insert or delete or truncate or update of removed_at on entry
for each statement execute function note_counted_change();

create trigger assignment_counted
after insert or delete or truncate or update of state, is_finished, entry_id, round_id on assignment
for each statement execute function note_counted_change();

-- What is counted after this call contains every change up to `change`, unless a transaction that changed something
-- has not ended: then `is_settled` is false. The number comes first, so that no change is missed in between.
create function read_counted_change(out change bigint, out is_settled boolean) language plpgsql as $$
begin
  select last_value into change from counted_change;
  is_settled := pg_try_advisory_xact_lock(hashtextextended('counted change', 0));
end
$$;
