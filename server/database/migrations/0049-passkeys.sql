-- Public keys with which people sign in. Their private keys stay on people's devices.
create table passkey (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  -- What the device calls it.
  credential_id bytea not null,
  public_key bytea not null,
  -- How often the device says it has used it; synchronised ones always say 0.
  counter bigint not null,
  transports text[] not null,
  -- The host of the site when it was made: devices offer it at no other.
  rp_id text not null,
  name text not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create unique index passkey_credential on passkey (credential_id);
create index passkey_account on passkey (account_id);
