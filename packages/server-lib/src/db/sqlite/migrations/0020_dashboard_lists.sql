-- The list of an account's asks, with all that it shows and is filtered by, so that listing asks reads no definitions.
drop index askwell_asks_by_owner;
create index askwell_asks_by_owner
  on askwell_asks (account_id, seq, kind, site_id, status, archived_at, title, id, opens_at, closes_at, version, created_at)
  where kind <> 'deleted';

-- The asks that got answers in an hour, so that the latest answers of an account are found without looking at all its asks.
-- A vote adds to it only if it is the first one of an ask in an hour.
create index askwell_tallies_by_hour on askwell_tallies (bucket, ask) where substr(bucket, 1, 3) = '$h.';
