import type { AccountId, ActivityId, EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { Person } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from '../../platform/database/drizzle.ts'
import { whereAnyOf, preparedQuery, type Placeholders } from '../../platform/database/prepared-queries.ts'
import { isOrganiser } from '../../platform/policy.ts'
import { account } from '../accounts/tables.ts'
import { institution } from '../institutions/tables.ts'
import { activity, edition } from '../competition/tables.ts'
import { team, teamMember } from '../teams/tables.ts'
import { actorColumns } from './office/event-actors.ts'
import { enrolment, enrolmentEvent } from './tables.ts'

export const enrolmentColumns = {
  id: enrolment.id,
  activityId: enrolment.activityId,
  teamId: enrolment.teamId,
  state: enrolment.state,
  number: enrolment.number,
  answers: enrolment.answers,
  amendment: enrolment.amendment,
  amendmentVersion: enrolment.amendmentVersion,
  amendmentStartedAt: enrolment.amendmentStartedAt,
  version: enrolment.version,
  submittedAt: enrolment.submittedAt,
  inGrace: enrolment.inGrace,
  resubmitBy: enrolment.resubmitBy,
  decidedAt: enrolment.decidedAt,
  reason: enrolment.reason,
  snapshot: enrolment.snapshot,
}

export const findEnrolment = async (db: Database, id: EnrolmentId) => {
  const [row] = await db.select(enrolmentColumns).from(enrolment).where(eq(enrolment.id, id))
  return row
}

export const enrolmentsById = (db: Database, ids: readonly EnrolmentId[]) =>
  db
    .select(enrolmentColumns)
    .from(enrolment)
    .where(inArray(enrolment.id, [...ids]))

export type FoundEnrolment = NonNullable<Awaited<ReturnType<typeof findEnrolment>>>

const enrolmentFor = preparedQuery(
  (
    db,
    {
      id,
      reader,
      readsAll,
      ofActivities,
    }: Placeholders<{ id: EnrolmentId; reader: AccountId; readsAll: boolean; ofActivities: ActivityId[] | null }>,
  ) => {
    const isInDuty = sql`${readsAll}::boolean and coalesce(${enrolment.activityId} = any (${ofActivities}::uuid[]), true)`
    const isInTeam = sql`exists (
      select from ${teamMember} where ${teamMember.teamId} = ${enrolment.teamId} and ${teamMember.accountId} = ${reader}
    )`
    return db
      .select({ ...enrolmentColumns, editionId: enrolment.editionId })
      .from(enrolment)
      .where(and(eq(enrolment.id, id), or(isInDuty, isInTeam)))
  },
)

/** Visible to its team and to organisers; undefined for everybody else. */
export const findEnrolmentFor = async (db: Database, id: EnrolmentId, actor: Person) => {
  const ofActivities = actor.activities && [...actor.activities]
  const [row] = await enrolmentFor(db, { id, reader: actor.id, readsAll: isOrganiser(actor, 'activity'), ofActivities })
  return row
}

const lockedEnrolment = preparedQuery((db, { id }: Placeholders<{ id: EnrolmentId }>) =>
  db.select(enrolmentColumns).from(enrolment).where(eq(enrolment.id, id)).for('update'),
)

/** Locks the row until the transaction ends. If the team is locked too, it must be locked first. */
export const lockEnrolmentRow = async (db: Database, id: EnrolmentId) => {
  const [row] = await lockedEnrolment(db, { id })
  return row
}

export const findEnrolmentOf = async (db: Database, teamId: TeamId) => {
  const [row] = await db.select({ id: enrolment.id }).from(enrolment).where(eq(enrolment.teamId, teamId))
  return row?.id
}

/** The events of an enrolment, oldest first. */
export const eventsOf = preparedQuery((db, { id }: Placeholders<{ id: EnrolmentId }>) =>
  db
    .select({ at: enrolmentEvent.at, changed: enrolmentEvent.changed, ...actorColumns })
    .from(enrolmentEvent)
    .innerJoin(enrolment, eq(enrolment.id, enrolmentEvent.enrolmentId))
    .leftJoin(account, eq(account.id, enrolmentEvent.accountId))
    .leftJoin(institution, eq(institution.id, enrolmentEvent.institutionId))
    .where(eq(enrolmentEvent.enrolmentId, id))
    .orderBy(asc(enrolmentEvent.position)),
)

/** The enrolments of a user's teams. Few rows. */
export const enrolmentsOf = (db: Database, accountId: AccountId) =>
  db
    .select(enrolmentColumns)
    .from(enrolment)
    .innerJoin(teamMember, eq(teamMember.teamId, enrolment.teamId))
    .where(eq(teamMember.accountId, accountId))
    .orderBy(desc(enrolment.updatedAt), desc(enrolment.id))

/** The enrolments of some teams. */
export const enrolmentsOfTeams = preparedQuery((db, { teams }: Placeholders<{ teams: readonly TeamId[] }>) =>
  db.select(enrolmentColumns).from(enrolment).where(whereAnyOf(enrolment.teamId, teams)),
)

/** Whether the latest notification since the submission was a decision, be it the current one or an earlier one. */
export const knowsDecision = async (db: Database, id: EnrolmentId): Promise<boolean> => {
  const isOfIt = eq(enrolmentEvent.enrolmentId, id)
  const submitted = db
    .select({ position: sql`coalesce(max(${enrolmentEvent.position}), 0)` })
    .from(enrolmentEvent)
    .where(and(isOfIt, eq(enrolmentEvent.kind, 'submission')))
  const [latest] = await db
    .select({ kind: enrolmentEvent.kind })
    .from(enrolmentEvent)
    .where(and(isOfIt, isNotNull(enrolmentEvent.notifiedAt), gt(enrolmentEvent.position, sql`(${submitted})`)))
    .orderBy(desc(enrolmentEvent.position))
    .limit(1)
  return latest?.kind === 'decision'
}

/** Whether the team has written something since the decision. */
export const isRevisedSince = async (db: Database, id: EnrolmentId): Promise<boolean> => {
  const [row] = await db
    .select({ isRevised: sql<boolean>`${enrolment.updatedAt} > ${enrolment.decidedAt}` })
    .from(enrolment)
    .where(eq(enrolment.id, id))
  return row!.isRevised
}

/** How often the team has submitted. */
export const countSubmissions = async (db: Database, id: EnrolmentId): Promise<number> => {
  const isSubmission = eq(enrolmentEvent.kind, 'submission')
  return db.$count(enrolmentEvent, and(eq(enrolmentEvent.enrolmentId, id), isSubmission))
}

/** Teams of the current edition with an unsubmitted draft or amendment; in batches. */
export const teamsWithUndone = async (db: Database, after: TeamId | undefined, most: number): Promise<TeamId[]> => {
  const rows = await db
    .select({ id: team.id })
    .from(team)
    .innerJoin(activity, eq(activity.id, team.activityId))
    .innerJoin(edition, and(eq(edition.id, activity.editionId), eq(edition.current, true)))
    .leftJoin(enrolment, eq(enrolment.teamId, team.id))
    .where(
      and(
        isNull(team.disbandedAt),
        or(
          sql`coalesce(${enrolment.state}, 'draft') in ('draft', 'returned')`,
          and(eq(enrolment.state, 'submitted'), isNotNull(enrolment.amendmentStartedAt)),
        ),
        after && gt(team.id, after),
      ),
    )
    .orderBy(asc(team.id))
    .limit(most)
  return rows.map(({ id }) => id)
}
