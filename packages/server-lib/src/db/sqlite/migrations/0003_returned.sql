create table askwell_returned (
  token blob primary key,
  ask integer not null references askwell_asks (seq) on delete cascade,
  content blob not null,
  created_at integer not null
) strict;
create index askwell_returned_by_ask on askwell_returned (ask);
create index askwell_returned_by_age on askwell_returned (created_at);
