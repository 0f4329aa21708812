-- Experts may take the documents of their works along, where the organisers allow it. It decides no score, so it is not frozen.
alter table round add column allows_download boolean not null default false;

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
  not edition.current as is_archived,
  round.allows_download
from round
join edition on edition.id = round.edition_id;

-- The experts of a round: the only names that the desk knows. Chairs see those of their panel, and copies name who has taken them.
create or replace view review_member as
select
  reviewer.panel_id,
  reviewer.id as reviewer_id,
  coalesce(nullif(account.real_name, ''), nullif(account.nickname, ''), account.username) as name
from reviewer
join account on account.id = reviewer.account_id
where reviewer.state = 'accepted';
