-- When the owner has shown that the email of the account is theirs. Null if that did not happen.
alter table askwell_accounts add column email_verified_at integer;
-- When everything was removed with which others had access to the account, such as links to previews. Null if that did not happen.
alter table askwell_accounts add column access_removed_at integer;

-- A reset of the password with a link from an email was such a proof, unless the email was changed later. An account without any
-- other account is that of the operator.
update askwell_accounts as a set email_verified_at = coalesce(
  (select max(e.at) from askwell_security_events e
    where e.account_id = a.id and e.kind = 'password_reset_by_email' and not exists (
      select 1 from askwell_security_events c where c.account_id = a.id and c.kind = 'email_changed' and c.at >= e.at)),
  case when (select count(*) from askwell_accounts) = 1 then a.created_at end);

-- The emails with two more kinds. SQLite cannot change a check, so the table is copied.
create table askwell_emails_copy (
  id integer primary key autoincrement,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  kind text not null check (kind in ('password_reset', 'receipt', 'notice', 'verification', 'email_changed')),
  -- The answer of a receipt.
  ask integer references askwell_asks (seq) on delete cascade,
  answer text,
  reset blob references askwell_password_resets (token_hash) on delete cascade,
  -- The former email of an account, which is told that it was changed. Null for all others: they are sent to what is stored elsewhere.
  address text,
  created_at integer not null,
  -- The time of the next attempt. Null for a receipt that was sent, which is kept for a day so that it is not sent again.
  next_at integer,
  attempts integer not null default 0,
  foreign key (ask, answer) references askwell_answers (ask, id) on delete cascade
) strict;
insert into askwell_emails_copy (id, account_id, kind, ask, answer, reset, created_at, next_at, attempts)
  select id, account_id, kind, ask, answer, reset, created_at, next_at, attempts from askwell_emails;
-- Dropping the table clears the references to it.
create table askwell_notices_copy as select ask, email from askwell_notices where email is not null;
drop table askwell_emails;
alter table askwell_emails_copy rename to askwell_emails;
update askwell_notices as n set email = (select c.email from askwell_notices_copy c where c.ask = n.ask)
  where n.ask in (select ask from askwell_notices_copy);
drop table askwell_notices_copy;
create index askwell_emails_due on askwell_emails (next_at, id);
create index askwell_emails_by_age on askwell_emails (created_at);
create index askwell_emails_by_account on askwell_emails (account_id);
create unique index askwell_emails_by_answer on askwell_emails (ask, answer);
create index askwell_emails_by_reset on askwell_emails (reset) where reset is not null;
