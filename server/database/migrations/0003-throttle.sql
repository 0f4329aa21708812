-- What counts tries need not outlive a crash of the database, and is written at every sign-in: without the log it costs no wait for the disk.
alter table throttle set unlogged;
