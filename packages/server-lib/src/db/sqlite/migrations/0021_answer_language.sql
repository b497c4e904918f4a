-- The language in which the visitor was asked, such as `de` or `pt-BR`. Null if it is unknown.
alter table askwell_answers add column language text;
