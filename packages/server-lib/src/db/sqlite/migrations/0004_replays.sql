-- What the Idempotency-Key of a voter's answer is told by: ten bytes of slot, then eight of body. Others stand in askwell_replays.
alter table askwell_answers add column replay blob;
