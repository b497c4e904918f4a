-- Asks whose definition is in the code of the host, by the host's key.
create table askwell_code_definitions (
  ask bigint primary key references askwell_asks (seq) on delete cascade,
  account_id bigint not null,
  kind text collate "C" not null,
  key text collate "C" not null,
  -- The SHA-256 of the definition that the ask got last, in base64url. Tells whether the code has another one.
  digest text collate "C" not null,
  -- What it named, as JSON: its members, and the texts of parts without an ID of their own.
  named text collate "C" not null,
  unique (account_id, kind, key)
);
