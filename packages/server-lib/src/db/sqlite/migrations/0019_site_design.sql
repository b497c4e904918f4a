-- The default of the design of a site's asks, as JSON. Null if it has none.
alter table askwell_sites add column design text;
