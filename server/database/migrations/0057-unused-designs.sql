-- Certificates of the demo go when it makes way for a real site, so the mark that a design was printed goes with them.
create or replace function refuse_template_change() returns trigger
language plpgsql
as $$
begin
  if current_setting('lectern.clearing', true) = 'on' then
    return new;
  end if;
  raise exception 'a template version with certificates never changes' using errcode = 'restrict_violation';
end
$$;

-- Sites that have begun already kept the mark.
select set_config('lectern.clearing', 'on', true);
update certificate_template_version as version set used_at = null
where used_at is not null and not exists (
  select from certificate where certificate.template_id = version.template_id and template_number = version.number
);
select set_config('lectern.clearing', 'off', true);
