-- Who wants to be told when enrolment in an activity opens. A row goes when the person has been told, or takes the wish back.
create table opening_wish (
  activity_id uuid not null references activity (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (activity_id, account_id)
);
create index opening_wish_of_account on opening_wish (account_id);
