-- What used a key last: a method and the pattern of a path, such as `GET /api/v1/polls/{id}`, and the name of a client, such as
-- `curl`. Null if it is unknown.
alter table askwell_keys add column last_operation text;
alter table askwell_keys add column last_client text;
