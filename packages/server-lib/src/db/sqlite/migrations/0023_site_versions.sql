-- Moves with each change of a site. The entity tag of the site.
alter table askwell_sites add column version integer not null default 1;
