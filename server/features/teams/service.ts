import type { AccountId, TeamId } from '@lectern/contract/ids.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/teams/teams.ts'
import { hasDutyFor } from '../../platform/activity-duties.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { and, eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { all, permit } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { lockOwnAccount, refuseAddresses } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { deadlinesIn, lockRulesOfActivity, requireRunningActivity } from '../competition/service.ts'
import { requireChoice } from '../institutions/service.ts'
import { changeCaptain, dissolve, touchTeam } from './members/changes.ts'
import { ownInstitution } from './institutions/institution-teams.ts'
import { newInvite } from './members/invite-code.ts'
import { checkNotJudge } from './judges.ts'
import { lockNotOrganiser } from './participation.ts'
import { addMember, reportedByDatabase } from './members/members.ts'
import { notifyReplacedCaptain, notifyTeam } from './notices.ts'
import {
  actsForCaptain,
  checkTimeToEnrol,
  checkTeamLimit,
  mayDisband,
  mayEdit,
  mayMakeCaptain,
  roleIn,
} from './policy.ts'
import { countContest, teamsInActivity, teamIdsOf } from './queries.ts'
import { team, teamMember } from './tables.ts'
import { lockTeamAndRules, requireTeam, viewTeams, type TeamView } from './team-view.ts'

export { judgedActivities, teamEnrolments, teamJourneys, type Journeys } from './ports.ts'
export { pendingFor } from './queries.ts'
export { dueOf, checkTimeToEnrol, resubmitByOf, roleIn } from './policy.ts'
export { newInvite } from './members/invite-code.ts'
export {
  checkNotOrganiser,
  ownActivitiesOf,
  secondOrganisers,
  whereNotOver,
  whereSecondOrganiser,
  whereTakesPart,
  withoutOwn,
  type Reader,
} from './participation.ts'
export { nameOf } from './person-name.ts'
export { lockTeam, lockTeamAndRules, requireTeam, viewTeams, type TeamView } from './team-view.ts'
export { presentWaiting } from './present.ts'

export const readFigures = (ctx: Ctx) => countContest(ctx.db)

const day = 86_400_000

/** Shorter than a code: an invitation by name is answered sooner. */
export const invitationMilliseconds = 14 * day

/** Visible to its own people and to organisers; not found for everybody else. */
export const requireOwnTeam = async (ctx: SignedIn, id: TeamId): Promise<TeamView> => {
  const view = await requireTeam(ctx, id)
  if (!roleIn(view, ctx.actor.id) && !hasDutyFor(ctx.actor, view.activityId)) throw fail('team.notFound')
  return view
}

/** The same, locked until the transaction ends, together with the edition rules. */
export const lockOwnTeam = async (ctx: SignedIn, id: TeamId): Promise<TeamView> =>
  lockTeamAndRules(ctx, await requireOwnTeam(ctx, id))

export const listMyTeams = async (ctx: SignedIn): Promise<TeamView[]> =>
  viewTeams(ctx, await teamIdsOf(ctx.db, ctx.actor.id))

type NewTeam = BodyOf<typeof contract.createTeam>

/** Creates a team with the current user as captain, if permitted. Requires a transaction. */
export const makeTeam = async (ctx: SignedIn, { activityId, name, slogan, ...chosen }: NewTeam): Promise<TeamId> => {
  refuseAddresses({ name, slogan })
  await lockOwnAccount(ctx)
  await lockRulesOfActivity(ctx.db, activityId)
  const activity = await requireRunningActivity(ctx, activityId)
  if (activity.state !== 'published') throw fail('activity.notFound')
  const elsewhere = await teamsInActivity(ctx.db, ctx.actor.id, activityId)
  const deadlines = deadlinesIn(activity)
  permit(
    all(
      checkTimeToEnrol({ activity, deadlines, enrolment: undefined }, ctx),
      checkTeamLimit(elsewhere, 'captain'),
      await checkNotJudge(ctx, activityId),
      await lockNotOrganiser(ctx, { id: activityId, name: activity.name }),
    ),
  )
  const institutionId = chosen.institutionId === undefined ? await ownInstitution(ctx) : chosen.institutionId
  if (institutionId) await requireChoice(ctx.db, institutionId)
  const newTeam = { id: newId<TeamId>(ctx.now), activityId, name, slogan, institutionId }
  await ctx.db.insert(team).values({ ...newTeam, ...newInvite(ctx.now), createdAt: ctx.now, updatedAt: ctx.now })
  await addMember(ctx, { id: newTeam.id, activityId }, ctx.actor.id, 'captain')
  await audit(ctx, 'team.created', {
    subject: { kind: 'team', id: newTeam.id },
    after: { activity: activity.code, name, slogan, ...(institutionId && { institutionId }) },
  })
  return newTeam.id
}

export const createTeam = (outer: SignedIn, input: NewTeam, key: string | undefined): Promise<TeamView> =>
  reportedByDatabase(async () => {
    const call = { scope: `team.create ${outer.actor.id}`, key, input }
    const { id } = await withIdempotencyKey(outer, call, async (ctx) => ({ id: await makeTeam(ctx, input) }))
    // A repeated request may come from somebody who has left meanwhile.
    return requireOwnTeam(outer, id)
  })

export const updateTeam = async (outer: SignedIn, id: TeamId, input: BodyOf<typeof contract.updateTeam>) => {
  const { version, order, ...after } = input
  refuseAddresses({ name: after.name, slogan: after.slogan })
  await inTransaction(outer, async (ctx) => {
    const view = await lockOwnTeam(ctx, id)
    permit(mayEdit(view, ctx.actor.id, ctx))
    if (view.version !== version) throw fail('resource.changed')
    const isNew = after.institutionId !== undefined && after.institutionId !== view.institutionId
    if (isNew && after.institutionId) await requireChoice(ctx.db, after.institutionId)
    await touchTeam(ctx, id, after)
    if (order) await reorder(ctx, view, order)
    const before = {
      name: view.name,
      slogan: view.slogan,
      ...(isNew && { institutionId: view.institutionId }),
    }
    await audit(ctx, 'team.updated', {
      subject: { kind: 'team', id },
      before,
      after: {
        name: after.name,
        slogan: after.slogan,
        ...(isNew && { institutionId: after.institutionId }),
        ...(order && { order }),
      },
    })
  })
  return requireTeam(outer, id)
}

const reorder = async (ctx: Ctx, { id, members }: TeamView, order: readonly AccountId[]): Promise<void> => {
  const ids = members.map(({ account }) => account.id)
  if (ids.toSorted().join() !== order.toSorted().join()) throw fail('team.orderDiffers')
  for (const [position, accountId] of order.entries())
    await ctx.db
      .update(teamMember)
      .set({ position })
      .where(and(eq(teamMember.teamId, id), eq(teamMember.accountId, accountId)))
}

export const renewInvite = async (outer: SignedIn, id: TeamId): Promise<TeamView> => {
  await inTransaction(outer, async (ctx) => {
    const view = await lockOwnTeam(ctx, id)
    permit(mayEdit(view, ctx.actor.id, ctx))
    await touchTeam(ctx, id, newInvite(ctx.now))
    await audit(ctx, 'team.inviteRenewed', { subject: { kind: 'team', id } })
  })
  return requireTeam(outer, id)
}

/** By the captain; or by an organiser on their behalf, of which the team is notified. */
export const handOver = async (
  outer: SignedIn,
  id: TeamId,
  { uid, reason }: BodyOf<typeof contract.handOver>,
): Promise<TeamView> => {
  await inTransaction(outer, async (ctx) => {
    const view = await lockOwnTeam(ctx, id)
    const onBehalf = actsForCaptain(view, ctx.actor)
    permit(mayMakeCaptain(view, ctx.actor, uid))
    if (onBehalf && !reason) throw fail('enrolment.reasonNeeded').at('reason')
    const from = view.members.find(({ role }) => role === 'captain')?.account.id
    await changeCaptain(ctx, view, uid)
    await audit(ctx, 'team.captainChanged', {
      subject: { kind: 'team', id },
      before: { captain: from },
      after: { captain: uid, ...(reason && { reason }) },
      ...(onBehalf && from && { onBehalfOf: from }),
    })
    if (onBehalf && reason) await notifyReplacedCaptain(ctx, view, uid, reason)
    else await notifyTeam(ctx, view, 'captainChanged', { but: ctx.actor.id })
  })
  return requireTeam(outer, id)
}

export const disbandTeam = (outer: SignedIn, id: TeamId, name: string): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockOwnTeam(ctx, id)
    permit(mayDisband(view, ctx.actor.id))
    if (name.trim() !== view.name) throw fail('team.nameDiffers').at('name')
    await dissolve(ctx, view)
    await notifyTeam(ctx, view, 'disbanded', { but: ctx.actor.id })
  })
