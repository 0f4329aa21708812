-- The office's overview counts institutions, too: which team has which, what they are called, and which were merged. Does the same as
-- `note_counted_change`, which a later migration makes.
create function note_counted_institution() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('counted change', 0));
  perform nextval('counted_change');
  return null;
end
$$;

create trigger team_institution_counted after update of institution_id on team
for each statement execute function note_counted_institution();

create trigger institution_counted after update of merged_into on institution
for each statement execute function note_counted_institution();

create trigger institution_spelling_counted after insert or delete or truncate on institution_spelling
for each statement execute function note_counted_institution();
