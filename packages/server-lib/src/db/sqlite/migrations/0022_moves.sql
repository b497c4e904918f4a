-- One row while the database is the source or the target of a move to another one, and afterwards.
create table askwell_moves (
  id integer primary key check (id = 1),
  -- Random, and the same in both databases: an interrupted move goes on with them only.
  token text not null,
  role text not null check (role in ('source', 'target')),
  -- The name of the other database, without a password.
  other text not null,
  started_at integer not null,
  finished_at integer,
  -- What was copied into the target, as JSON.
  progress text not null
) strict;
