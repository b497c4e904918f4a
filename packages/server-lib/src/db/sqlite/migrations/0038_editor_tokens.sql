-- Short-lived tokens with which pages of the host edit asks. The database only has their hashes.
create table askwell_editor_tokens (
  id integer primary key autoincrement,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  token_hash blob not null unique,
  -- JSON: what the token allows.
  access text not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index askwell_editor_tokens_by_account on askwell_editor_tokens (account_id, expires_at);
create index askwell_editor_tokens_by_expiry on askwell_editor_tokens (expires_at);
