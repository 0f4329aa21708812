-- Experts read and print their own sheets until another edition is the current one.
create or replace view review_round as
select
  round.id,
  round.code,
  round.state,
  round.name,
  round.rules,
  round.opens_at,
  round.closes_at,
  round.closed_at,
  edition.time_zone,
  -- The version of the pledge that is in force.
  (select max(document.version) from document where document.name = 'pledge') as pledge,
  not edition.current as is_archived
from round
join edition on edition.id = round.edition_id;
