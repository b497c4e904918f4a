-- Owners no longer see whether a host does not exist or has a private address.
update askwell_deliveries set problem = 'unreachable_host' where problem in ('private_address', 'unknown_host');
