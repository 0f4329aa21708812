-- What a scanner of malware has said about the content of each file. Null: it has said nothing yet. A file is scanned once it is due, and
-- keeps what was found before until it is scanned again. Files that the program makes itself have no row.
create table file_scan (
  file_id uuid primary key references file on delete cascade,
  outcome text check (outcome in ('clean', 'infected', 'tooLarge', 'film', 'unreadable', 'unreachable')),
  signature text,
  engine text,
  scanned_at timestamptz(3),
  attempts integer not null default 0,
  due_at timestamptz(3),
  check ((outcome = 'infected') = (signature is not null)),
  check (outcome not in ('clean', 'infected') or scanned_at is not null)
);
create index file_scan_due on file_scan (file_id) where due_at is not null;
create index file_scan_infected on file_scan (file_id) where outcome = 'infected';

-- Whichever version stores a file: it is to be scanned. Films are not.
create function await_scan() returns trigger
language plpgsql
as $$
begin
  insert into file_scan (file_id, outcome, due_at)
  values (
    new.id, case when new.type like 'video/%' then 'film' end, case when new.type not like 'video/%' then new.created_at end
  )
  on conflict do nothing;
  perform pg_notify('file_scan', '');
  return null;
end
$$;
create trigger file_stored after insert or update of state on file
for each row when (new.state = 'stored' and new.purpose not in ('bundle', 'certificate')) execute function await_scan();

insert into file_scan (file_id, outcome, due_at)
select id, case when type like 'video/%' then 'film' end, case when type not like 'video/%' then created_at end
from file where state = 'stored' and purpose not in ('bundle', 'certificate');

alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check
  check (kind in (
    'inspect', 'confirm', 'recheck', 'renewCopies', 'makeCovers', 'makePages', 'bundle', 'plan', 'settle', 'rank', 'issueCertificates',
    'bundleCertificates', 'pictureCertificates', 'scan'
  ));
