-- What a key can do, and when it stops working. Older keys can do everything and never expire.
alter table askwell_keys add column permissions text not null default 'all'
  check (permissions in ('all', 'read', 'answers'));
alter table askwell_keys add column expires_at integer;
