-- Asks whose definition is in the code of the host, by the host's key.
create table askwell_code_definitions (
  ask integer primary key references askwell_asks (seq) on delete cascade,
  account_id integer not null,
  kind text not null,
  key text not null,
  -- The SHA-256 of the definition that the ask got last, in base64url. Tells whether the code has another one.
  digest text not null,
  -- What it named, as JSON: its members, and the texts of parts without an ID of their own.
  named text not null,
  unique (account_id, kind, key)
) strict;
