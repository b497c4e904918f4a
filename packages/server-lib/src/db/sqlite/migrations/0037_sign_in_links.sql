-- Whether a session was opened with a link that the host app has created, rather than with a password.
alter table askwell_sessions add column by_link integer not null default 0;

-- Links with which the host app signs a user in. A link that was used is deleted.
create table askwell_sign_in_links (
  token_hash blob primary key,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  -- The page that the link leads to. Null: the dashboard.
  next text,
  expires_at integer not null
) strict, without rowid;
create index askwell_sign_in_links_by_account on askwell_sign_in_links (account_id);
