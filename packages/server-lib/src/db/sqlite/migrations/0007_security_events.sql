-- What happened to an account, for its owner. Failed sign-ins and the like have one row that counts them.
create table askwell_security_events (
  id integer primary key autoincrement,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  kind text not null,
  client text,
  subject text,
  n integer not null,
  first_at integer not null,
  at integer not null
) strict;
create index askwell_security_events_by_account on askwell_security_events (account_id, at, id);
