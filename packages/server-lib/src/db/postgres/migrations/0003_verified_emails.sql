-- When the owner has shown that the email of the account is theirs. Null if that did not happen.
alter table askwell_accounts add column email_verified_at bigint;
-- When everything was removed with which others had access to the account, such as links to previews. Null if that did not happen.
alter table askwell_accounts add column access_removed_at bigint;

-- A reset of the password with a link from an email was such a proof, unless the email was changed later. An account without any
-- other account is that of the operator.
update askwell_accounts as a set email_verified_at = coalesce(
  (select max(e.at) from askwell_security_events e
    where e.account_id = a.id and e.kind = 'password_reset_by_email' and not exists (
      select 1 from askwell_security_events c where c.account_id = a.id and c.kind = 'email_changed' and c.at >= e.at)),
  case when (select count(*) from askwell_accounts) = 1 then a.created_at end);

-- The former email of an account, which is told that it was changed. Null for all other emails.
alter table askwell_emails add column address text collate "C";
alter table askwell_emails drop constraint askwell_emails_kind_check;
alter table askwell_emails add constraint askwell_emails_kind_check
  check (kind in ('password_reset', 'receipt', 'notice', 'verification', 'email_changed'));
