-- Whose holder has deleted the account: without the code nothing of the name is told.
alter table certificate add column is_holder_erased boolean not null default false;

update certificate set is_holder_erased = true
where holder_id is null and exists (
  select from account
  where account.status = 'deleted' and (
    account.id::text = person
    or account.id::text in (
      select listed ->> 'account' from certificate_issue, jsonb_array_elements(certificate_issue.sheet) as listed
      where certificate_issue.id = certificate.issue_id and listed ->> 'name' = certificate.content -> 'values' ->> 'name'
    )
  )
);

-- In the database, so that no version of the program forgets it.
create function mark_erased_holder() returns trigger
language plpgsql
as $$
begin
  new.is_holder_erased := true;
  return new;
end
$$;
create trigger certificate_holder_erased before update of holder_id on certificate
for each row when (old.holder_id is not null and new.holder_id is null) execute function mark_erased_holder();
