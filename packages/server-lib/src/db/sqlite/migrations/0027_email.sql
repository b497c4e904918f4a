-- A link to set a new password. The token is derived from the nonce, the password and the secret of the service, so that a copy of
-- the database does not contain it, and a changed password makes it invalid.
create table askwell_password_resets (
  token_hash blob primary key,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  nonce blob not null,
  expires_at integer not null
) strict;
create index askwell_password_resets_by_account on askwell_password_resets (account_id, expires_at);

-- The emails that wait to be sent. They are rendered when they are sent: no address and no content is stored here.
create table askwell_emails (
  id integer primary key autoincrement,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  kind text not null check (kind in ('password_reset', 'receipt', 'notice')),
  -- The answer of a receipt.
  ask integer references askwell_asks (seq) on delete cascade,
  answer text,
  reset blob references askwell_password_resets (token_hash) on delete cascade,
  created_at integer not null,
  -- The time of the next attempt. Null for a receipt that was sent, which is kept for a day so that it is not sent again.
  next_at integer,
  attempts integer not null default 0,
  foreign key (ask, answer) references askwell_answers (ask, id) on delete cascade
) strict;
create index askwell_emails_due on askwell_emails (next_at, id);
create index askwell_emails_by_age on askwell_emails (created_at);
create index askwell_emails_by_account on askwell_emails (account_id);
create unique index askwell_emails_by_answer on askwell_emails (ask, answer);
create index askwell_emails_by_reset on askwell_emails (reset) where reset is not null;

-- The process that sends, and how long it waits because the server is away.
create table askwell_email_sender (
  id integer primary key check (id = 1),
  holder text not null,
  leased_until integer not null,
  paused_until integer not null,
  failures integer not null
) strict;

-- How far the answers of an account were turned into emails.
create table askwell_email_positions (
  account_id integer primary key references askwell_accounts (id) on delete cascade,
  -- The last position in the log of changes that was read.
  position integer not null,
  -- When the owner got the last notice.
  notified_at integer not null default 0
) strict;

-- Answers that get no receipt, because their client has caused too many.
create table askwell_withheld_receipts (
  ask integer not null references askwell_asks (seq) on delete cascade,
  answer text not null,
  created_at integer not null,
  primary key (ask, answer)
) strict;
create index askwell_withheld_receipts_by_age on askwell_withheld_receipts (created_at);

-- When the owner of an ask is told about new answers.
create table askwell_notices (
  ask integer primary key references askwell_asks (seq) on delete cascade,
  account_id integer not null references askwell_accounts (id) on delete cascade,
  timing text not null check (timing in ('at_once', 'hourly', 'daily')),
  -- The new answers that no email has told yet, and when the next email is due. Null if there are none.
  answers integer not null default 0,
  due_at integer,
  -- The email that tells the owner about `told` answers.
  email integer references askwell_emails (id) on delete set null,
  told integer not null default 0
) strict;
create index askwell_notices_by_account on askwell_notices (account_id, due_at);
create index askwell_notices_due on askwell_notices (due_at) where due_at is not null;
create index askwell_notices_by_email on askwell_notices (email) where email is not null;
