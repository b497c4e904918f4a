-- Asks that their owner has archived: the dashboard lists them apart.
alter table askwell_asks add column archived_at integer;

-- The list of an account's asks of all kinds.
create index askwell_asks_by_owner on askwell_asks (account_id, seq) where kind <> 'deleted';

-- Unpublished changes of asks, as the dashboard saves them. They may be incomplete.
create table askwell_working_copies (
  ask integer primary key references askwell_asks (seq) on delete cascade,
  -- The body of a request that would create the ask, as JSON.
  draft text not null,
  -- Random, new with each change: a save that names another revision is refused.
  revision text not null,
  -- The version of the ask that the changes started from.
  base_version integer not null,
  updated_at integer not null
) strict;
