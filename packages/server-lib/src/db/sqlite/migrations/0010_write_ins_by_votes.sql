-- The most frequent write-ins in the order in which they are shown, so that reading a hundred of them reads no others.
drop index askwell_write_ins_by_votes;
create index askwell_write_ins_by_votes on askwell_write_ins (ask, input, n desc, folded);
