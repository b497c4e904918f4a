-- Tells whether a process has the secret that this database was filled with.
create table askwell_secret (
  id integer primary key check (id = 1),
  fingerprint blob not null
) strict;

-- Answers older than so many days are deleted; null: none are.
alter table askwell_asks add column keep_days integer;
create index askwell_asks_with_keep_days on askwell_asks (seq) where keep_days is not null;

-- What deleted answers added to the results that keep it: results are this and what the answers there add up to.
create table askwell_carried (
  ask integer not null references askwell_asks (seq) on delete cascade,
  bucket text not null,
  n integer not null,
  primary key (ask, bucket)
) strict, without rowid;
