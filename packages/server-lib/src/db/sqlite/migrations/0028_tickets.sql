-- What owners see of a ticket: the first characters of its code, what they noted about it, and when it was created. Null for tickets
-- from before this version.
alter table askwell_tickets add column head text;
alter table askwell_tickets add column reference text;
alter table askwell_tickets add column created_at integer;
-- The order in which the tickets of an ask were created. Zero for tickets from before this version.
alter table askwell_tickets add column n integer not null default 0;
create index askwell_tickets_by_n on askwell_tickets (ask, n, voter);
create index askwell_tickets_by_reference on askwell_tickets (ask, reference) where reference is not null;
