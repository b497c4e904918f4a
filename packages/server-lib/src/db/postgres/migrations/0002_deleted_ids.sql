-- The IDs of deleted polls, quizzes and forms, as hashes. Links and embeds with them may still exist, so no other account gets them.
-- The rows outlive the account: its number is never given again.
create table askwell_deleted_ids (
  id_hash bytea primary key,
  account_id bigint not null
);
-- How many of them an account has. They have a quota, because they are kept for ever.
alter table askwell_accounts add column deleted_ids bigint not null default 0;
