-- Voters whose answers were deleted because of their age, and how many: they must not answer again.
create table askwell_purged_voters (
  ask integer not null references askwell_asks (seq) on delete cascade,
  voter blob not null,
  n integer not null,
  primary key (ask, voter)
) strict, without rowid;
