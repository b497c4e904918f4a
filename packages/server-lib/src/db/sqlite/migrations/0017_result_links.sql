-- Links that show the results of an ask to anyone, read-only. An ask has at most one; without a row, it is not shared.
create table askwell_result_links (
  ask integer primary key references askwell_asks (seq) on delete cascade,
  -- The token of the link is derived from this and the secret of the service, so that its owner can copy it again.
  nonce blob not null,
  token_hash blob not null unique,
  created_at integer not null
) strict;
