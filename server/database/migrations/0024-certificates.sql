-- Certificates: templates and their versions, number series, issues, certificates, requests for corrections.

-- `certificate`: the PDF of one. `artwork`: a picture of a template.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check
  check (purpose in ('avatar', 'picture', 'attachment', 'video', 'captions', 'answer', 'work', 'bundle', 'certificate', 'artwork'));
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check
  check (kind in ('inspect', 'recheck', 'bundle', 'plan', 'settle', 'rank', 'issueCertificates', 'bundleCertificates'));

create table certificate_template (
  id uuid primary key,
  -- Of a template that comes with the program.
  delivered text unique,
  kind text not null check (kind in ('award', 'participation', 'advisor', 'expert', 'organisation')),
  name jsonb not null,
  version integer not null default 1,
  -- Of its last version.
  number integer not null default 1 check (number > 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table certificate_template_version (
  template_id uuid not null references certificate_template (id) on delete cascade,
  number integer not null check (number > 0),
  design jsonb not null,
  -- When the first certificate was issued with it.
  used_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (template_id, number)
);

-- What certificates were printed with never changes.
create function refuse_template_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'a template version with certificates never changes' using errcode = 'restrict_violation';
end
$$;
create trigger certificate_template_version_used before update on certificate_template_version
for each row when (old.used_at is not null) execute function refuse_template_change();

create table certificate_series (
  id uuid primary key,
  prefix text not null check (prefix ~ '^[A-HJ-NP-Z]{1,6}$'),
  year integer not null check (year between 2000 and 2999),
  code text not null check (code ~ '^[A-Z0-9]{2,6}$'),
  -- The last number that was assigned. Assigning one locks this row.
  last integer not null default 0 check (last between 0 and 999999),
  created_at timestamptz(3) not null,
  unique (prefix, year, code)
);

create function refuse_series_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'a number of a certificate is never assigned twice' using errcode = 'restrict_violation';
end
$$;
create trigger certificate_series_grows before update on certificate_series
for each row when (
  new.last < old.last
  or old.last > 0 and (new.prefix <> old.prefix or new.year <> old.year or new.code <> old.code)
) execute function refuse_series_change();

create table certificate_issue (
  id uuid primary key,
  version integer not null default 1,
  kind text not null check (kind in ('award', 'participation', 'advisor', 'expert', 'organisation')),
  state text not null check (state in ('draft', 'issuing', 'issued')),
  -- Where its people come from.
  source jsonb not null,
  -- Its people, if they come from a sheet.
  sheet jsonb,
  edition_id uuid not null references edition (id),
  activity_id uuid references activity (id),
  template_id uuid not null references certificate_template (id),
  series_id uuid not null references certificate_series (id),
  locale text not null,
  -- Printed as the date of issue.
  dated date not null,
  notify boolean not null,
  revoked_too boolean not null default false,
  -- People who got none for a reason, when it was last issued.
  blocked integer not null default 0,
  task_id uuid,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_by uuid references account (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index certificate_issue_listed on certificate_issue (created_at desc, id desc);

create table certificate (
  id uuid primary key,
  issue_id uuid not null references certificate_issue (id),
  series_id uuid not null references certificate_series (id),
  sequence integer not null check (sequence > 0),
  number text not null unique,
  -- Whoever knows it may see everything that is printed.
  code text not null,
  kind text not null check (kind in ('award', 'participation', 'advisor', 'expert', 'organisation')),
  -- What it is about, who it is for and which award it names: the same three never have two valid certificates.
  subject text not null,
  person text not null,
  award text not null,
  edition_id uuid not null references edition (id),
  activity_id uuid references activity (id),
  work_id uuid references work (id),
  -- Null: the person has no account, or has deleted it.
  holder_id uuid references account (id),
  template_id uuid not null,
  template_number integer not null,
  locale text not null,
  -- Everything that is printed.
  content jsonb not null,
  content_hash bytea not null check (length(content_hash) = 32),
  institution text not null default '',
  search tsvector,
  -- The PDF, once it is made.
  file_id uuid unique references file (id),
  pdf_sha256 bytea check (length(pdf_sha256) = 32),
  pdf_size integer check (pdf_size > 0),
  state text not null check (state in ('issued', 'revoked', 'replaced')),
  issued_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ended_by uuid references account (id),
  reason text,
  replaces_id uuid unique references certificate (id),
  notified_at timestamptz(3),
  unique (series_id, sequence),
  foreign key (template_id, template_number) references certificate_template_version (template_id, number),
  constraint certificate_pdf_whole check ((file_id is null) = (pdf_sha256 is null) and (file_id is null) = (pdf_size is null)),
  constraint certificate_ended_whole check ((state = 'issued') = (ended_at is null) and (state = 'issued') = (reason is null))
);
create unique index certificate_valid on certificate (kind, subject, person, award) where state = 'issued';
create index certificate_subject on certificate (kind, subject);
create index certificate_of_issue on certificate (issue_id, sequence);
create index certificate_without_pdf on certificate (issue_id, sequence) where file_id is null;
create index certificate_of_holder on certificate (holder_id) where holder_id is not null;
create index certificate_of_activity on certificate (activity_id, issued_at desc);
create index certificate_listed on certificate (issued_at desc, id desc);
create index certificate_of_pdf on certificate (pdf_sha256);
create index certificate_search on certificate using gin (search);

-- What was issued never changes: it can be revoked or replaced once, and its PDF is made once.
create function refuse_certificate_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'a certificate never changes' using errcode = 'restrict_violation';
end
$$;
create trigger certificate_immutable before update of issue_id, series_id, sequence, number, code, kind, subject, person, award, edition_id,
  activity_id, work_id, template_id, template_number, locale, content, content_hash, institution, issued_at, replaces_id
on certificate for each row execute function refuse_certificate_change();
create trigger certificate_ends_once before update of state, ended_at, reason on certificate
for each row when (old.state <> 'issued') execute function refuse_certificate_change();
create trigger certificate_pdf_once before update of file_id, pdf_sha256, pdf_size on certificate
for each row when (
  old.file_id is not null
  and (new.file_id, new.pdf_sha256, new.pdf_size) is distinct from (old.file_id, old.pdf_sha256, old.pdf_size)
) execute function refuse_certificate_change();

-- A person asks for another spelling of their name before certificates of a work are issued.
create table certificate_correction (
  id uuid primary key,
  work_id uuid not null references work (id),
  account_id uuid not null references account (id),
  state text not null check (state in ('open', 'accepted', 'refused', 'withdrawn')),
  from_name text not null,
  to_name text not null,
  reason text not null,
  answer text,
  decided_by uuid references account (id),
  decided_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint certificate_correction_decided check ((state = 'open') = (decided_at is null))
);
create unique index certificate_correction_open on certificate_correction (work_id, account_id) where state = 'open';
create index certificate_correction_of on certificate_correction (account_id, work_id);
create index certificate_correction_listed on certificate_correction (created_at desc, id desc);

-- The check character of ISO 7064 MOD 37,36 for digits and capital letters.
create function certificate_check(given text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  characters constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  product integer := 36;
  total integer;
begin
  for place in 1 .. length(given) loop
    total := (product + position(substr(given, place, 1) in characters) - 1) % 36;
    product := ((case when total = 0 then 36 else total end) * 2) % 37;
  end loop;
  return substr(characters, (37 - product) % 36 + 1, 1);
end
$$;

alter table certificate add constraint certificate_number_checked
  check (right(number, 1) = certificate_check(replace(left(number, -1), '-', '')));
