-- Callers are read with each request: nothing needs to know whether an account or its keys have changed.
drop trigger askwell_account_added;
drop trigger askwell_account_changed;
drop trigger askwell_key_added;
drop trigger askwell_key_changed;
drop trigger askwell_key_removed;
alter table askwell_accounts drop column stamp;
