-- How many visits to an ask reached a step on a day. Counts only: there is no row for a visitor.
create table askwell_funnel (
  ask integer not null references askwell_asks (seq) on delete cascade,
  -- Days since 1970-01-01, in UTC.
  day integer not null,
  step text not null,
  n integer not null,
  primary key (ask, day, step)
) strict, without rowid;
