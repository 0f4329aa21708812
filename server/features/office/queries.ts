import type { Database } from '../../platform/database/connect.ts'
import { and, asc, desc, eq, isNull, ne, or, sql, type SQL } from '../../platform/database/drizzle.ts'
import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { OfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { maxCounted } from '@lectern/contract/office/office-values.ts'
import type { AccountId, ActivityId } from '@lectern/contract/ids.ts'
import { whereInDuty } from '../../platform/activity-duties.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { MenuCounts } from '../../platform/feature.ts'
import { account } from '../accounts/tables.ts'
import { article } from '../articles/tables.ts'
import { certificateIssue } from '../certificates/tables.ts'
import { wherePublished } from '../competition/service.ts'
import { activity, edition, phase } from '../competition/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { expert } from '../experts/tables.ts'
import { institution, institutionOfficer } from '../institutions/tables.ts'
import { material } from '../materials/tables.ts'
import { page } from '../pages/tables.ts'
import { recommendationRules } from '../recommendations/tables.ts'
import { prizeRules } from '../results/tables.ts'
import { roundActivity } from '../rounds/tables.ts'
import { setting } from '../settings/tables.ts'
import { credential } from '../sign-in/tables.ts'
import { team } from '../teams/tables.ts'
import { work } from '../works/tables.ts'
import { isDemoPhase, stillDemo } from './demo-content.ts'

/** The counts of menu entries. Counting stops at a hundred, so that a large number costs no more than a small one. */
export const countWaiting = async (
  { db, actor, now, installation }: SignedIn,
  counts: readonly [string, MenuCounts[string]][],
) => {
  const inDuty = (activityId: SQL) => whereInDuty(actor, activityId) ?? sql<boolean>`true`
  const columns = counts.map(
    ([name, { select }]) =>
      sql`(select count(*)::integer from (${select(actor.id, now, inDuty, { installation })} limit ${maxCounted}) as waiting) as ${sql.identifier(name)}`,
  )
  const { rows } = await db.execute<OfficeCounts>(sql`select ${sql.join(columns, sql`, `)}`)
  return rows[0]!
}

/** Which parts of a contest exist. Unchanged content of the demo does not count. Null: no activity asks institutions to recommend. */
export const firstStepFacts = async (db: Database, organiser: AccountId, now: Date) => {
  const current = sql`(select ${edition.id} from ${edition} where ${edition.current})`
  const ownActivity = sql`${activity.editionId} = ${current} and not (${stillDemo.activity})`
  /** An institution of the first level that an activity asks. */
  const ofFirstLevel = sql`
    ${institution.kind} = asked.kind and ${institution.state} <> 'closed' and not ${institution.isDemo}
  `
  const { rows } = await db.execute<
    Record<
      | 'title'
      | 'secondFactor'
      | 'edition'
      | 'activity'
      | 'phases'
      | 'pages'
      | 'publish'
      | 'review'
      | 'prizes'
      | 'certificates',
      boolean
    > & { draft: ActivityId | null; institutions: boolean | null; officers: boolean | null }
  >(sql`
    with asked as (
      select distinct case ${recommendationRules.by} when 'province' then 'province' else 'school' end as kind
      from ${recommendationRules} join ${activity} on ${activity.id} = ${recommendationRules.activityId}
      where ${recommendationRules.thing} <> 'none' and ${ownActivity}
    )
    select
      (select bool_and(exists (select from ${institution} where ${ofFirstLevel})) from asked) as institutions,
      (
        select bool_and(exists (
          select from ${institution} join ${institutionOfficer} on ${institutionOfficer.institutionId} = ${institution.id}
          where ${ofFirstLevel} and ${institutionOfficer.state} in ('invited', 'active')
        )) from asked
      ) as officers,
      exists (
        select from ${setting}
        where ${setting.key} = 'site' and (${setting.value} ? 'icp' or ${setting.value} ? 'icpNotNeeded')
      ) as title,
      exists (
        select from ${credential} where ${credential.accountId} = ${organiser} and ${credential.totpConfirmedAt} is not null
      ) as "secondFactor",
      exists (select from ${edition} where ${edition.current} and not (${stillDemo.edition})) as edition,
      exists (select from ${activity} where ${ownActivity}) as activity,
      exists (
        select from ${phase}
        where ${phase.editionId} = ${current} and ${phase.kind} = ${stagePhases.enrolment} and ${phase.closesAt} > ${now}
          and not (${isDemoPhase})
      ) as phases,
      exists (select from ${page} where ${page.publishedVersion} > 1)
        and not exists (select from ${page} where ${stillDemo.page}) as pages,
      exists (select from ${activity} where ${ownActivity} and ${wherePublished(now)}) as publish,
      exists (
        select from ${roundActivity} join ${activity} on ${activity.id} = ${roundActivity.activityId} where ${ownActivity}
      ) as review,
      exists (
        select from ${prizeRules} join ${activity} on ${activity.id} = ${prizeRules.activityId} where ${ownActivity}
      ) as prizes,
      exists (
        select from ${certificateIssue} join ${activity} on ${activity.id} = ${certificateIssue.activityId}
        where ${ownActivity}
      ) as certificates,
      (
        select ${activity.id} from ${activity} where ${ownActivity} and not ${wherePublished(now)}
        order by ${activity.position} limit 1
      ) as draft
  `)
  return rows[0]!
}

const maxHits = 5

const matches = (column: SQL.Aliased | object, q: string) => sql`${column} @@ search_query(${q})`
const contains = (text: SQL, q: string) => sql`position(lower(${q}) in lower(${text})) > 0`
const wordsOf = (texts: object) => sql`(select coalesce(string_agg(value, ' '), '') from jsonb_each_text(${texts}))`

export const findWorks = async ({ db, actor }: Ctx, q: string) =>
  db
    .select({ id: work.id, number: enrolment.number, title: work.title, team: team.name, activity: activity.name })
    .from(work)
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(team, eq(team.id, work.teamId))
    .innerJoin(activity, eq(activity.id, work.activityId))
    .where(and(matches(work.search, q), whereInDuty(actor, sql`${work.activityId}`)))
    .orderBy(desc(work.listedAt), desc(work.id))
    .limit(maxHits)

export const findEnrolments = async ({ db, actor }: Ctx, q: string) =>
  db
    .select({ id: enrolment.id, number: enrolment.number, team: team.name, activity: activity.name })
    .from(enrolment)
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .innerJoin(activity, eq(activity.id, enrolment.activityId))
    .where(
      and(
        and(eq(enrolment.isListed, true), matches(enrolment.search, q)),
        whereInDuty(actor, sql`${enrolment.activityId}`),
      ),
    )
    .orderBy(desc(enrolment.submittedAt), desc(enrolment.id))
    .limit(maxHits)

export const findTeams = async ({ db, actor }: Ctx, q: string) =>
  db
    .select({ id: team.id, name: team.name, activity: activity.name })
    .from(team)
    .innerJoin(activity, eq(activity.id, team.activityId))
    .where(
      and(and(isNull(team.disbandedAt), contains(sql`${team.name}`, q)), whereInDuty(actor, sql`${team.activityId}`)),
    )
    .orderBy(desc(team.id))
    .limit(maxHits)

export const findMembers = async ({ db }: Ctx, q: string) =>
  db
    .select({
      id: account.id,
      username: account.username,
      realName: account.realName,
      nickname: account.nickname,
      school: account.school,
    })
    .from(account)
    .where(and(ne(account.status, 'deleted'), matches(account.search, q)))
    .orderBy(desc(account.createdAt))
    .limit(maxHits)

export const findActivities = async ({ db, actor }: Ctx, q: string) =>
  db
    .select({ id: activity.id, code: activity.code, name: activity.name, year: edition.year })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(
      and(
        or(contains(sql`${activity.code}`, q), contains(wordsOf(activity.name), q)),
        whereInDuty(actor, sql`${activity.id}`),
      ),
    )
    .orderBy(desc(edition.year), asc(activity.position))
    .limit(maxHits)

export const findArticles = async ({ db }: Ctx, q: string) =>
  db
    .select({ id: article.id, kind: article.kind, title: article.title, state: article.state })
    .from(article)
    .where(matches(article.search, q))
    .orderBy(desc(article.updatedAt))
    .limit(maxHits)

export const findMaterials = async ({ db }: Ctx, q: string) =>
  db
    .select({ id: material.id, title: material.title, state: material.state })
    .from(material)
    .where(contains(wordsOf(material.title), q))
    .orderBy(desc(material.updatedAt))
    .limit(maxHits)

export const findExperts = async ({ db }: Ctx, q: string) =>
  db
    .select({ id: expert.id, name: expert.name, school: expert.school })
    .from(expert)
    .where(contains(wordsOf(expert.name), q))
    .orderBy(asc(expert.position))
    .limit(maxHits)
