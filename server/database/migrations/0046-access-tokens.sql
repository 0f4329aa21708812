-- Tokens with which programs read. Only their hash is stored: whoever reads the database cannot use them.
create table access_token (
  id uuid primary key,
  token_hash bytea not null unique,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by uuid not null references account,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > created_at),
  last_used_at timestamptz(3),
  ended_at timestamptz(3)
);
