-- When the content of an answer changed last. Null if it never did.
alter table askwell_answers add column updated_at integer;
