-- How many visits to an ask reached a step on a day. Counts only: there is no row for a visitor.
create table askwell_funnel (
  ask bigint not null references askwell_asks (seq) on delete cascade,
  -- Days since 1970-01-01, in UTC.
  day bigint not null,
  step text collate "C" not null,
  n bigint not null,
  primary key (ask, day, step)
);
