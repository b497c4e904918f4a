-- Where events are sent, with the position of each webhook in the log of changes.
create table askwell_webhooks (
  id integer primary key autoincrement,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  -- Only the events of this site. Null for all of the account.
  site_id integer references askwell_sites (id) on delete cascade,
  url text not null,
  description text,
  -- A JSON list. Empty for all types.
  types text not null,
  enabled integer not null,
  -- Why it was disabled, if not by its owner.
  disabled_reason text,
  -- Encrypted with the secret of the service, and so is the previous one, which signs too until a time.
  secret blob not null,
  old_secret blob,
  old_secret_until integer,
  created_at integer not null,
  updated_at integer not null,
  version integer not null,
  -- The place in the log of changes from which on it gets events, and the position of the log at which there were no more.
  position text not null,
  seen_seq integer not null,
  -- When the first of the latest attempts failed. Null if the last one succeeded.
  failing_since integer,
  -- The sender that has the webhook for itself, and until when.
  lease text,
  lease_until integer not null default 0,
  -- When to look at it again. Later than now while its URL fails.
  wake_at integer not null default 0
) strict;
create index askwell_webhooks_by_account on askwell_webhooks (account_id, id);
create index askwell_webhooks_by_site on askwell_webhooks (site_id) where site_id is not null;
create index askwell_webhooks_enabled on askwell_webhooks (id) where enabled = 1;

-- The events that are being sent, and the log of those that were.
create table askwell_deliveries (
  id integer primary key autoincrement,
  webhook_id integer not null references askwell_webhooks (id) on delete cascade,
  -- The same for all attempts and replays of an event.
  event_id text not null,
  type text not null,
  -- Null for a test.
  ask_id text,
  answer_id text,
  event_at integer not null,
  -- 1 if it is sent in the order of the events of its ask, 0 for replays and tests.
  in_order integer not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null,
  -- When the next attempt is due. Null if there is none, or if an earlier event of the ask comes first.
  due_at integer,
  created_at integer not null,
  attempted_at integer,
  -- The status and the beginning of the last response, or why there was none, and how long it took in milliseconds.
  response_status integer,
  response text,
  problem text,
  duration integer
) strict;
create index askwell_deliveries_by_webhook on askwell_deliveries (webhook_id, id);
create index askwell_deliveries_due on askwell_deliveries (webhook_id, id) where due_at is not null;
create index askwell_deliveries_pending on askwell_deliveries (webhook_id, ask_id, id) where status = 'pending';
create index askwell_deliveries_by_event on askwell_deliveries (webhook_id, event_id);
create index askwell_deliveries_by_age on askwell_deliveries (created_at);
