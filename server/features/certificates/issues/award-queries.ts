import { plainContact } from '@lectern/contract/contact-messages/contact-forms.ts'
import type {
  AccountId,
  ActivityId,
  CorrectionId,
  EditionId,
  ResultListId,
  RoundId,
  WorkId,
} from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { activity, edition } from '../../competition/tables.ts'
import { enrolledInstitution, enrolledInstitutionKey } from '../../enrolments/service.ts'
import { confirmedInstitution, institutionKey } from '../../institutions/service.ts'
import { awardsOf, whereInForce } from '../../results/service.ts'
import { institutionOfReviewer } from '../../rounds/service.ts'
import { round } from '../../rounds/tables.ts'

/** A person as the submission of a work names them. Whoever has deleted their account is not named any more. */
interface NamedPerson {
  account: AccountId
  role: TeamRole
  name: string
  /** As it was spelled, and its names in the list of institutions. */
  school: string | null
  institution: LocalizedText | null
}

/** A work whose people get certificates, in the order in which they do. */
export interface AwardedWork {
  workId: WorkId
  activityId: ActivityId
  title: string
  team: string
  people: NamedPerson[]
  /** The prize of a result list; null: it has none, or there is no list. */
  prize: { id: string; label: LocalizedText } | null
}

interface WorkRow extends Record<string, unknown> {
  work: WorkId
  activity: ActivityId
  title: string
  team: string
  names: { account: AccountId; role: TeamRole; name: string }[]
  existing: AccountId[] | null
}

/** The accepted works of an activity with the names of their last submission, by enrolment number. */
export const acceptedWorks = async (db: Database, id: ActivityId): Promise<AwardedWork[]> => {
  const { rows } = await db.execute<WorkRow>(sql`
    select work.id as work, work.activity_id as activity, submission.manifest::jsonb ->> 'title' as title,
      submission.manifest::jsonb ->> 'team' as team, submission.manifest::jsonb -> 'names' as names, people.existing
    from work
    join enrolment on enrolment.id = work.enrolment_id
    join submission on submission.work_id = work.id and submission.number = work.submission
    left join lateral (
      select json_agg(account.id) as existing
      from jsonb_array_elements(submission.manifest::jsonb -> 'names') as named
      join account on account.id = (named ->> 'account')::uuid and account.status <> 'deleted'
    ) as people on true
    where work.activity_id = ${id} and work.state = 'accepted'
    order by enrolment.sequence, work.id
  `)
  const schoolOf = await schoolsOf(
    db,
    rows.map(({ work }) => work),
  )
  return rows.map(({ work, activity: activityId, title, team: name, names, existing }) => ({
    workId: work,
    activityId,
    title,
    team: name,
    people: names
      .filter(({ account }) => existing?.includes(account))
      .map((person) => ({ ...person, ...(schoolOf(work, person.account) ?? { school: null, institution: null }) })),
    prize: null,
  }))
}

type School = Pick<NamedPerson, 'school' | 'institution'>

/**
 * The schools of people when they enrolled, and the institutions that these are: those of the profiles, and the one of
 * the team where a school is called like it.
 */
const schoolsOf = async (db: Database, works: readonly WorkId[]) => {
  const ofPerson = confirmedInstitution(sql`member ->> 'school'`, {
    school: sql`account.school`,
    institutionId: sql`account.institution_id`,
  })
  const ofTeam = sql`case
    when ${institutionKey(sql`null`, sql`member ->> 'school'`)} = ${enrolledInstitution()}::text then ${enrolledInstitution()}
  end`
  const { rows } = await db.execute<School & { key: string }>(sql`
    select work.id || ' ' || (member ->> 'accountId') as key, member ->> 'school' as school, institution.name as institution
    from work
    join enrolment on enrolment.id = work.enrolment_id
    join team on team.id = work.team_id
    cross join lateral jsonb_array_elements(coalesce(enrolment.snapshot -> 'members', '[]')) as member
    left join account on account.id = (member ->> 'accountId')::uuid
    left join institution
      on institution.id = coalesce(${ofPerson}, ${ofTeam})
    where work.id = any (${sql.param([...works])}::uuid[])
  `)
  const schools = new Map(rows.map(({ key, school, institution }): [string, School] => [key, { school, institution }]))
  return (work: WorkId, who: AccountId): School | undefined => schools.get(`${work} ${who}`)
}

/** The school of the captain as a list names it, and the institution of the team, for people of whom no other is known. */
const captainSchoolsOf = async (db: Database, works: readonly WorkId[]) => {
  const { rows } = await db.execute<School & { work: WorkId }>(sql`
    select work.id as work, enrolment.school, institution.name as institution
    from work
    join enrolment on enrolment.id = work.enrolment_id
    join team on team.id = work.team_id
    left join institution on institution.id = ${enrolledInstitution()}
    where work.id = any (${sql.param([...works])}::uuid[])
  `)
  const schools = new Map(rows.map((row) => [row.work, row]))
  return (work: WorkId, listed: string | null): School => {
    const row = schools.get(work)
    // A school that was corrected in the list is not the one of the enrolment.
    return { school: listed, institution: row && row.school === listed ? row.institution : null }
  }
}

/** Those of these accounts that are not deleted. */
export const existingAccounts = async (db: Database, ids: readonly AccountId[]): Promise<ReadonlySet<AccountId>> => {
  const { rows } = await db.execute<{ id: AccountId }>(sql`
    select id from account where id = any (${sql.param([...new Set(ids)])}::uuid[]) and status <> 'deleted'
  `)
  return new Set(rows.map(({ id }) => id))
}

/** The works of a result list that have a prize, in its order. */
export const awardedWorks = async (
  ctx: Pick<Ctx, 'db'>,
  id: ResultListId,
  activityId: ActivityId,
): Promise<AwardedWork[]> => {
  const awards = await awardsOf(ctx, id)
  const accounts = await existingAccounts(
    ctx.db,
    awards.flatMap(({ people }) => people.flatMap(({ account }) => account ?? [])),
  )
  const works = awards.map(({ workId }) => workId)
  const [schoolOf, captainSchoolOf] = [await schoolsOf(ctx.db, works), await captainSchoolsOf(ctx.db, works)]
  return awards.map(({ workId, title, team: called, people, prize, label, school }) => ({
    workId,
    activityId,
    title,
    team: called,
    people: people.flatMap(({ account: who, name, role }) => {
      if (who === null || !accounts.has(who)) return []
      const own = schoolOf(workId, who)
      return [{ account: who, role, name, ...(own?.school ? own : captainSchoolOf(workId, school)) }]
    }),
    prize: { id: prize, label },
  }))
}

/** A result list, if it is announced and no newer one is. */
export const findListInForce = async ({ db, now }: Pick<Ctx, 'db' | 'now'>, id: ResultListId) => {
  const { rows } = await db.execute<{ activity: ActivityId }>(sql`
    select activity_id as activity from result_list where id = ${id} and ${whereInForce(now)}
  `)
  return rows[0]
}

/** The prize of a work in the list of its activity that is in force. */
export const findPrizeInForce = async (ctx: Pick<Ctx, 'db' | 'now'>, id: WorkId) => {
  const { rows } = await ctx.db.execute<{ id: ResultListId }>(sql`
    select result_list.id from result_list
    where result_list.activity_id = (select work.activity_id from work where work.id = ${id}) and ${whereInForce(ctx.now)}
  `)
  const awards = rows[0] ? await awardsOf(ctx, rows[0].id) : []
  return awards.find(({ workId }) => workId === id)
}

export const findActivity = async (db: Database, id: ActivityId) => {
  const [row] = await db
    .select({ id: activity.id, name: activity.name, code: activity.code, editionId: activity.editionId })
    .from(activity)
    .where(eq(activity.id, id))
  return row
}

export const findEdition = async (db: Database, id: EditionId) => {
  const [row] = await db
    .select({ id: edition.id, name: edition.name, year: edition.year, timeZone: edition.timeZone })
    .from(edition)
    .where(eq(edition.id, id))
  return row
}

export const findSourceRound = async (db: Database, id: RoundId) => {
  const [row] = await db
    .select({ id: round.id, name: round.name, editionId: round.editionId, state: round.state })
    .from(round)
    .where(eq(round.id, id))
  return row
}

/** Experts whose submitted sheets count in a round, by name. */
export const expertsOf = async (db: Database, id: RoundId) => {
  const { rows } = await db.execute<{
    account: AccountId
    name: string | null
    school: string
    institution: LocalizedText | null
  }>(sql`
    select account.id as account, account.real_name as name, reviewer.institution as school, institution.name as institution
    from reviewer
    join account on account.id = reviewer.account_id and account.status <> 'deleted'
    left join institution on institution.id = ${institutionOfReviewer}
    where reviewer.round_id = ${id} and exists (
      select from assignment
      where assignment.reviewer_id = reviewer.id and assignment.state in ('open', 'kept') and assignment.is_finished
    )
    order by account.real_name, account.id
  `)
  return rows
}

/** The names of the activities of a round. */
export const activitiesOfRound = async (db: Database, id: RoundId): Promise<LocalizedText[]> => {
  const { rows } = await db.execute<{ name: LocalizedText }>(sql`
    select activity.name from round_activity
    join activity on activity.id = round_activity.activity_id
    where round_activity.round_id = ${id} order by activity.position, activity.id
  `)
  return rows.map(({ name }) => name)
}

/**
 * Institutions with at least this many accepted works in an activity: by their names in the list, else as they were typed
 * most often. Whoever got a certificate under another spelling, or before a merge, keeps the `person` of that one.
 */
export const institutionsOf = async (db: Database, id: ActivityId, least: number) => {
  const { rows } = await db.execute<{ school: string; institution: LocalizedText | null; person: string }>(sql`
    with counted as (
      select ${enrolledInstitutionKey()} as key, mode() within group (order by enrolment.school) as school,
        array_agg(distinct fold_name(enrolment.school)) as spellings, count(*)::integer as works
      from work
      join enrolment on enrolment.id = work.enrolment_id
      join team on team.id = work.team_id
      where work.activity_id = ${id} and work.state = 'accepted'
      group by 1 having ${enrolledInstitutionKey()} is not null and count(*) >= ${least}
    )
    select counted.school, institution.name as institution,
      coalesce(former.person, institution.id::text, fold_name(counted.school)) as person
    from counted
    left join institution on institution.id::text = counted.key
    left join lateral (
      select certificate.person from certificate
      where certificate.kind = 'organisation' and certificate.subject = ${`activity ${id}`} and certificate.person = any (
        counted.spellings || counted.key
          || array(select merged.id::text from institution as merged where merged.merged_into = institution.id)
      )
      order by certificate.state = 'issued' desc, certificate.issued_at, certificate.sequence limit 1
    ) as former on true
    order by counted.works desc, person
  `)
  return rows
}

/** Accounts that a sheet names, by username, mail address or phone number. */
export const accountsNamed = async (
  db: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, AccountId>> => {
  if (names.length === 0) return new Map()
  const distinctNames = [...new Set(names)]
  const { rows } = await db.execute<{ given: string; id: AccountId }>(sql`
    select given, account.id from unnest(${sql.param(distinctNames)}::text[], ${sql.param(distinctNames.map(plainContact))}::text[])
      as named (given, contact)
    join account on account.status <> 'deleted'
      and (account.email = contact or account.phone = contact or fold_name(account.username) = fold_name(given))
  `)
  return new Map(rows.map(({ given, id }) => [given, id]))
}

const lockFunction = { shared: sql`pg_advisory_xact_lock_shared`, exclusive: sql`pg_advisory_xact_lock` }

/**
 * Until the transaction ends: `exclusive` to number certificates, `shared` to ask for or decide on another spelling of a name. A
 * correction is either printed, or whoever asks for it is told that it comes too late.
 */
export const lockCorrections = async (db: Database, mode: keyof typeof lockFunction): Promise<void> => {
  await db.execute(sql`select ${lockFunction[mode]}(hashtextextended('lectern corrections of names', 0))`)
}

interface CorrectionState extends Record<string, unknown> {
  id: CorrectionId
  work: WorkId
  account: AccountId
  state: 'open' | 'accepted'
  name: string
}

/** Corrected spellings of names by work and person, and requests that nobody has decided. */
export const correctionsOf = async (db: Database, works: readonly WorkId[]) => {
  const { rows } = await db.execute<CorrectionState>(sql`
    select id, work_id as work, account_id as account, state, to_name as name from certificate_correction
    where work_id = any (${sql.param([...works])}::uuid[]) and state in ('open', 'accepted')
    order by decided_at nulls last, id
  `)
  const keyOf = (work: WorkId, account: AccountId): string => `${work} ${account}`
  // The last one that was accepted counts.
  const accepted = new Map(
    rows.filter(({ state }) => state === 'accepted').map(({ work, account, name }) => [keyOf(work, account), name]),
  )
  const open = new Set(rows.filter(({ state }) => state === 'open').map(({ work, account }) => keyOf(work, account)))
  const states = new Map<WorkId, string>()
  for (const { id, work, state } of rows) states.set(work, `${states.get(work) ?? ''} ${id} ${state}`)
  return {
    /** The same as long as no correction of a name of this work is asked for, withdrawn or decided. */
    stateOf: (work: WorkId): string => states.get(work) ?? '',
    nameOf: (work: WorkId, account: AccountId): string | undefined => accepted.get(keyOf(work, account)),
    isOpen: (work: WorkId, account: AccountId): boolean => open.has(keyOf(work, account)),
  }
}
