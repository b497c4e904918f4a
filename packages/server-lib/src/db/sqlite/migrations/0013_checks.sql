-- The answers of attempts that are not submitted yet and were checked one by one: the first answer to each question counts.
create table askwell_checks (
  ask integer not null references askwell_asks (seq) on delete cascade,
  -- What tells the start from every other.
  token blob not null,
  question text not null,
  -- As JSON, null if the question was left unanswered.
  answer text not null,
  -- When the start was issued.
  started_at integer not null,
  primary key (ask, token, question)
) strict, without rowid;

create index askwell_checks_started on askwell_checks (started_at);
