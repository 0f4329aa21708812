-- The schedule that visitors read tells whether experts judge.
create trigger round_announced after insert or delete or update of state, opened_at, closes_at on round
for each statement execute function announce_content();
