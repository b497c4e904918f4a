-- The host's own ID of the user who gave an answer. Null unless the ask stores it.
alter table askwell_answers add column respondent text collate "C";
-- Finds the answers of a person to all asks. Those without a respondent, which are most, take no space in it.
create index askwell_answers_by_respondent on askwell_answers (respondent, id, ask) where respondent is not null;
