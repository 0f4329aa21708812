-- What decides whether an expert may judge a work, without its texts: read at every save and for every piece of a film.
create view review_entry as
select
  entry.id as entry_id,
  entry.round_id,
  entry.code,
  entry.removed_at is not null as is_removed
from entry;
