-- Networks from which somebody has signed in to an account: whoever asks for codes there is not held up by what strangers ask for.
-- A network is a digest that tells no address.
create table known_network (
  account_id uuid not null references account (id) on delete cascade,
  network bytea not null,
  seen_at timestamptz(3) not null,
  primary key (account_id, network)
);
create index known_network_seen on known_network (seen_at);

alter table code
  -- Handed in and accepted.
  add column used_at timestamptz(3),
  -- The known network that asked for it; absent: it was a stranger's.
  add column network bytea;
