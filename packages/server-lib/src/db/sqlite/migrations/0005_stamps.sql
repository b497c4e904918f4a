-- Another number with whatever is told of an account or its keys, so that what was read of them once need not be read again.
-- Drawn, not counted: a number that a rollback or a restored backup took away does not come back for another state.
alter table askwell_accounts add column stamp integer not null default 0;
update askwell_accounts set stamp = random() >> 11;

create trigger askwell_account_added after insert on askwell_accounts begin
  update askwell_accounts set stamp = random() >> 11 where id = new.id;
end;
create trigger askwell_account_changed after update of id, name, email, created_at on askwell_accounts begin
  update askwell_accounts set stamp = random() >> 11 where id = new.id;
end;
create trigger askwell_key_added after insert on askwell_keys begin
  update askwell_accounts set stamp = random() >> 11 where id = new.account_id;
end;
create trigger askwell_key_changed after update on askwell_keys begin
  update askwell_accounts set stamp = random() >> 11 where id in (old.account_id, new.account_id);
end;
create trigger askwell_key_removed after delete on askwell_keys begin
  update askwell_accounts set stamp = random() >> 11 where id = old.account_id;
end;
