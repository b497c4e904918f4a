-- The log of what happens to asks and answers. It has no content: that is read when a change is read.
create table askwell_changes (
  account_id integer not null,
  -- Dense and ascending for an account, in the order of commits.
  seq integer not null,
  -- The place in the list of types in `changes/change.ts`.
  type integer not null,
  ask integer not null,
  -- The site of the ask at that time.
  site_id integer,
  at integer not null,
  -- The IDs of answers, separated by commas, or the first and the last ID of a range. The ID of a deleted ask.
  detail text,
  primary key (account_id, seq)
) strict, without rowid;

-- The positions of the log of each account.
create table askwell_change_heads (
  account_id integer primary key references askwell_accounts (id) on delete cascade,
  last_seq integer not null,
  -- Positions up to this one were deleted.
  deleted_seq integer not null default 0
) strict;
