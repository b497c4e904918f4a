create table askwell_asks (
  seq integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  site_id integer references askwell_sites (id),
  status text not null,
  opens_at integer,
  closes_at integer,
  title text not null,
  definition text not null,
  version integer not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index askwell_asks_by_account on askwell_asks (account_id, kind, seq);
create index askwell_asks_by_site on askwell_asks (site_id, kind, seq) where site_id is not null;

create table askwell_counters (
  ask integer primary key references askwell_asks (seq) on delete cascade,
  answers integer not null,
  tally_seq integer not null
) strict;

create table askwell_tallies (
  ask integer not null references askwell_asks (seq) on delete cascade,
  bucket text not null,
  n integer not null,
  primary key (ask, bucket)
) strict, without rowid;

create table askwell_write_ins (
  ask integer not null references askwell_asks (seq) on delete cascade,
  input text not null,
  folded text not null,
  label text not null,
  n integer not null,
  primary key (ask, input, folded)
) strict, without rowid;
create index askwell_write_ins_by_votes on askwell_write_ins (ask, input, n);

create table askwell_answers (
  ask integer not null references askwell_asks (seq) on delete cascade,
  id text not null,
  body text not null,
  voter blob,
  nth integer,
  created_at integer not null,
  primary key (ask, id)
) strict, without rowid;
create unique index askwell_answers_by_voter on askwell_answers (ask, voter, nth) where voter is not null;

create table askwell_tickets (
  ask integer not null references askwell_asks (seq) on delete cascade,
  voter blob not null,
  primary key (ask, voter)
) strict, without rowid;

create table askwell_replays (
  ask integer not null references askwell_asks (seq) on delete cascade,
  day integer not null,
  slot blob not null,
  body blob not null,
  answer text not null,
  second integer not null,
  changed integer not null,
  primary key (ask, day, slot)
) strict, without rowid;

create table askwell_spent (
  ask integer not null references askwell_asks (seq) on delete cascade,
  token blob not null,
  primary key (ask, token)
) strict, without rowid;
