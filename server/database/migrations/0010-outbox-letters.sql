-- Organisers look for letters by what they were about.
create index outbox_of_letter on outbox (letter, created_at desc);
