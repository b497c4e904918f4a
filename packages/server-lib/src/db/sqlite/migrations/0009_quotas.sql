-- What an account keeps, counted as it changes, so that quotas cost no scan.
alter table askwell_accounts add column asks integer not null default 0;
alter table askwell_accounts add column definition_bytes integer not null default 0;
update askwell_accounts set
  asks = (select count(*) from askwell_asks a where a.account_id = askwell_accounts.id),
  definition_bytes = (select coalesce(sum(octet_length(a.definition)), 0) from askwell_asks a where a.account_id = askwell_accounts.id);

-- How many tickets were issued, and how many voters have an answer that counts.
alter table askwell_counters add column tickets integer not null default 0;
alter table askwell_counters add column voters integer not null default 0;
update askwell_counters set
  tickets = (select count(*) from askwell_tickets t where t.ask = askwell_counters.ask),
  voters = (
    select count(distinct r.voter) from askwell_answers r
    where r.ask = askwell_counters.ask and r.voter is not null and r.nth is not null);

-- Accounts and asks that are deleted, while what belongs to them is removed in slices.
alter table askwell_accounts add column closed_at integer;
create index askwell_accounts_closed on askwell_accounts (id) where closed_at is not null;
create index askwell_asks_deleted on askwell_asks (seq) where kind = 'deleted';
