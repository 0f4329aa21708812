-- What an organiser looks after. An organiser without a row, such as everybody who was one before, holds all duties but
-- the one of auditors: the version before this one goes on making organisers without rows.
create table organiser (
  account_id uuid primary key references account,
  duties text[] not null check (
    cardinality(duties) > 0
    and duties <@ array['contest', 'content', 'people', 'system', 'audit']
    and ('audit' <> all (duties) or cardinality(duties) = 1)
  ),
  -- The activities to which the duty contest is limited; null: none, it is for all of them.
  activities uuid[] check (activities is null or 'contest' = any (duties)),
  changed_by uuid references account,
  changed_at timestamptz(3) not null
);
