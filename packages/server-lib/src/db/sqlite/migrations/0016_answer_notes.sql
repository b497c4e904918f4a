-- What an owner notes about an answer. It goes with the answer, whatever deletes that.
create table askwell_answer_notes (
  ask integer not null references askwell_asks (seq) on delete cascade,
  answer text not null,
  -- A JSON array of texts.
  tags text not null,
  note text not null,
  updated_at integer not null,
  primary key (ask, answer),
  foreign key (ask, answer) references askwell_answers (ask, id) on delete cascade
) strict, without rowid;
