-- Finds changed answers. Those that never changed, which are most, take no space in it.
create index askwell_answers_changed on askwell_answers (ask, updated_at, id) where updated_at is not null;
