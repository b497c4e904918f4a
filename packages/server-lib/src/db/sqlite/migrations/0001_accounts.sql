create table askwell_accounts (
  id integer primary key autoincrement,
  name text not null,
  email text not null,
  email_folded text not null unique,
  password text,
  host_user text unique,
  created_at integer not null
) strict;

create table askwell_sessions (
  id integer primary key autoincrement,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  token_hash blob not null unique,
  agent text not null,
  created_at integer not null,
  seen_at integer not null
) strict;
create index askwell_sessions_by_account on askwell_sessions (account_id, id);

create table askwell_sites (
  id integer primary key autoincrement,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  name text not null,
  origins text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index askwell_sites_by_account on askwell_sites (account_id, id);

create table askwell_keys (
  id integer primary key autoincrement,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  site_id integer references askwell_sites (id),
  name text not null,
  description text,
  hash blob not null unique,
  prefix text not null,
  head text not null,
  tail text not null,
  created_at integer not null,
  last_used_at integer
) strict;
create index askwell_keys_by_account on askwell_keys (account_id, id);
create index askwell_keys_by_site on askwell_keys (site_id) where site_id is not null;

create table askwell_idempotency (
  slot blob primary key,
  account_id integer references askwell_accounts (id) on delete cascade,
  body blob not null,
  resource text not null,
  created_at integer not null
) strict, without rowid;
create index askwell_idempotency_by_age on askwell_idempotency (created_at);
create index askwell_idempotency_by_account on askwell_idempotency (account_id);
