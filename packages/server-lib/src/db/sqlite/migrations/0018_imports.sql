-- The running import of an account. The asks that it creates have the kind 'importing', so that nobody sees them before all
-- are complete.
create table askwell_imports (
  account_id integer primary key references askwell_accounts (id) on delete cascade,
  token text not null,
  -- When the import wrote last. If that is long ago, it was interrupted, and its asks are removed.
  touched_at integer not null
) strict;
