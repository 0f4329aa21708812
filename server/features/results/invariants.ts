import type { Invariant } from '../../platform/invariants.ts'

/** The rows of each list as they were hashed. */
const hashedRows = `
  select result_list.id, row.* from result_list, jsonb_to_recordset(result_list.rows::jsonb) as row (
    number text, "group" text, rank integer, score integer, prize text,
    "isExcluded" boolean, "isCapped" boolean, "isAdjusted" boolean
  )`

/** Prizes by the order of the rules. */
const ranked = `
  select list_id, group_key, rank, score, is_capped, is_adjusted,
    coalesce(tier.position, 1000) as tier
  from result_row
  join result_list on result_list.id = result_row.list_id
  left join lateral (
    select position from jsonb_array_elements(result_list.rules -> 'tiers') with ordinality as tiers (given, position)
    where given ->> 'id' = result_row.prize
  ) as tier on true
  where rank is not null`

export const resultInvariants: readonly Invariant[] = [
  {
    name: 'the hashes of a result list are those of its input and its rows',
    broken: `
      select id from result_list
      where input_hash <> sha256(convert_to(input, 'UTF8')) or rows_hash <> sha256(convert_to(rows, 'UTF8'))`,
  },
  {
    name: 'frozen prize rules have their hash, and every list that was proposed follows them',
    broken: `
      select activity_id as id from prize_rules
      where frozen is not null
        and (frozen_hash <> sha256(convert_to(frozen, 'UTF8')) or frozen::jsonb -> 'rules' <> rules)
      union
      select result_list.id from result_list left join prize_rules on prize_rules.activity_id = result_list.activity_id
      where proposed_at is not null and prize_rules.frozen_hash is distinct from result_list.rules_hash`,
  },
  {
    name: 'a result list was computed from settlements that are stored unchanged',
    broken: `
      select result_list.id from result_list, jsonb_array_elements(input::jsonb -> 'rounds') as used
      left join round on round.code = used ->> 'code'
      left join settlement on settlement.round_id = round.id and settlement.number = (used ->> 'settlement')::integer
      where encode(settlement.rows_hash, 'hex') is distinct from used ->> 'hash'
        or settlement.rows_hash <> sha256(convert_to(settlement.rows, 'UTF8'))`,
  },
  {
    name: 'the works of a result list are shown as they were hashed',
    broken: `
      select coalesce(hashed.id, shown.list_id) as id from (${hashedRows}) as hashed
      full join result_row as shown on shown.list_id = hashed.id and shown.number = hashed.number
      where (hashed."group", hashed.rank, hashed.score, hashed.prize, hashed."isExcluded", hashed."isCapped", hashed."isAdjusted")
        is distinct from
        (shown.group_key, shown.rank, shown.score, shown.prize, shown.is_excluded, shown.is_capped, shown.is_adjusted)
        or hashed.id is null or shown.list_id is null`,
  },
  {
    name: 'the works of a result list have the numbers of their enrolments',
    broken: `
      select list_id as id from result_row join work on work.id = work_id join enrolment on enrolment.id = enrolment_id
      where result_row.number is distinct from enrolment.number`,
  },
  {
    name: 'in a result list the rank follows the score, and the prize the rank',
    broken: `
      select list_id as id from (
        select list_id, rank, score, is_capped, is_adjusted, tier,
          min(score) over (partition by list_id, group_key order by rank) as lowest,
          rank() over (partition by list_id, group_key order by rank) as expected
        from (${ranked}) as given
      ) as numbered
      where rank <> expected or score > lowest
      union
      select list_id from (
        -- Works that share a rank may have been put in order where not all of them could get a prize.
        select list_id, tier, max(tier) over (
          partition by list_id, group_key order by rank groups between unbounded preceding and 1 preceding
        ) as worst
        from (${ranked}) as given where not is_capped and not is_adjusted
      ) as awarded
      where tier < worst`,
  },
  {
    name: 'no more works have prizes than there are places',
    // Tied works that all get the better prize may exceed its places.
    broken: `
      select id from (
        select result_list.id,
          sum((tier ->> 'places')::integer) over first_prizes as places,
          sum((
            select count(*) from result_row
            where list_id = result_list.id and group_key is not distinct from given ->> 'group'
              and prize = tier ->> 'tier' and not is_adjusted
          )) over first_prizes as awarded
        from result_list,
          jsonb_array_elements(totals -> 'groups') with ordinality as groups (given, group_position),
          jsonb_array_elements(given -> 'tiers') with ordinality as tiers (tier, tier_position)
        where rules ->> 'ties' <> 'in'
        window first_prizes as (partition by result_list.id, group_position order by tier_position)
      ) as counted
      where awarded > places`,
  },
  {
    name: 'a result list that visitors saw was confirmed by a second organiser, or by the only one with a reason',
    broken: `
      select id from result_list
      where publicised_at is not null
        and (confirmed_at is null or (confirmed_by = proposed_by and confirmed_alone is null))`,
  },
  {
    name: 'who proposed, confirmed, publicised, finalised and announced a result list is who did so in the log',
    broken: `
      select result_list.id from result_list
      cross join lateral (values
        (proposed_by, array['list.proposed']),
        (confirmed_by, array['list.confirmed']),
        (publicised_by, array['list.publicised']),
        (finalised_by, array['list.finalised']),
        -- At its time the program writes down what an organiser has scheduled.
        (announced_by, array['list.scheduled', 'list.announced'])
      ) as step (taken_by, actions)
      join lateral (
        select array_agg(actor_id) as actors from audit
        where subject_kind = 'resultList' and subject_id = result_list.id::text and action = any (actions) and actor_id is not null
      ) as logged on actors is not null
      where taken_by <> all (actors) or (taken_by is null and not ('list.announced' = any (actions)))`,
  },
  {
    name: 'a result list is final after its publicity and announced after that',
    broken: `
      select id from result_list
      where (finalised_at is not null and (publicity_until is null or finalised_at < publicity_until))
        or (announced_at is not null and (finalised_at is null or announced_at < finalised_at))`,
  },
  {
    name: 'the versions of results that visitors saw are numbered from 1 without gaps',
    broken: `
      select id from (
        select id, public_version, row_number() over (partition by activity_id order by number) as expected
        from result_list where public_version is not null
      ) as numbered
      where public_version <> expected`,
  },
]
