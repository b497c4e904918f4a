-- The last start of a timed or drawn quiz that each voter was given, so that starting again shows no other questions.
create table askwell_starts (
  ask integer not null references askwell_asks (seq) on delete cascade,
  voter blob not null,
  -- How many starts the voter was given.
  n integer not null,
  -- What was asked, when, and what tells the start from every other.
  pool integer not null,
  issued_at integer not null,
  nonce blob not null,
  primary key (ask, voter)
) strict, without rowid;
