-- Who somebody is at a provider of sign-in: the issuer and its subject, which never change. Never an address or a name.
create table identity (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  adapter text not null,
  issuer text not null,
  subject text not null,
  linked_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create unique index identity_of_subject on identity (adapter, issuer, subject);
create index identity_of_account on identity (account_id);

-- The provider has asserted a second factor.
alter table session add column strong boolean not null default false;

-- A browser on its way to a provider and back. Only digests of what the browser keeps are stored.
create table provider_visit (
  id uuid primary key,
  browser_hash bytea not null,
  state_hash bytea not null,
  purpose text not null check (purpose in ('signIn', 'link', 'try')),
  provider text not null,
  -- Whose link or try it is.
  account_id uuid references account on delete cascade,
  redirect text,
  remember boolean not null,
  -- Encrypted: what the provider's answer is checked against.
  kept text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  answered_at timestamptz(3),
  -- Encrypted: who the provider says it is.
  answer text
);
create unique index provider_visit_state on provider_visit (state_hash);
create index provider_visit_expired on provider_visit (expires_at);
