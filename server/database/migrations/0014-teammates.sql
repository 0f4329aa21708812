-- Tells every process whose teams have somebody in them who has told more about themselves: their pages show who is complete.
create function announce_teammate() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('teammate', mate.account_id::text)
  from team_member as own join team_member as mate on mate.team_id = own.team_id
  where own.account_id = new.id and mate.account_id <> new.id;
  return null;
end
$$;
create trigger account_told after update of real_name, nickname, school, department, title, province, city, email, phone on account
for each row
when (
  (old.real_name, old.nickname, old.school, old.department, old.title, old.province, old.city, old.email, old.phone)
  is distinct from
  (new.real_name, new.nickname, new.school, new.department, new.title, new.province, new.city, new.email, new.phone)
)
execute function announce_teammate();
