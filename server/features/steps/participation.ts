import type { ControlChange } from '@lectern/contract/competition/competition-values.ts'
import type { AccountId, ActivityId, TeamId } from '@lectern/contract/ids.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Person, SignedIn } from '../../platform/context.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { activitiesBeyond } from '../../platform/activity-duties.ts'
import type { AddressRule } from '../../platform/http/serve.ts'
import { isOrganiser, permit, permitted, refusalText, refuse, type Verdict } from '../../platform/policy.ts'
import { definePort } from '../../platform/ports.ts'
import { audit } from '../audit/service.ts'

/** What an organiser is about to do with activities: look at what participants must not know, or act. */
type Deed = 'look' | 'act'

/**
 * Whether an organiser takes part in activities. Provided by the feature that knows teams, asked by all stages of the
 * contest, also by those below it.
 */
export const participation = definePort<{
  /**
   * Refuses an organiser who has a team in one of these activities, or is invited to one. An act is remembered: whoever
   * acts on an activity joins no team of it later. `activities` selects the ids.
   */
  check: (ctx: SignedIn, activities: SQL, deed: Deed) => Promise<Verdict>
  /**
   * The same for control of the site, which is about all activities that are not over. Permitted nevertheless if no other
   * organiser could act on the current user's own activities, which are then named.
   */
  checkControl: (ctx: SignedIn, deed: Deed) => Promise<{ verdict: Verdict; unattended: readonly ActivityId[] }>
  /** The activities in which the current user takes part, with their names. */
  own: (ctx: SignedIn) => Promise<ReadonlyMap<ActivityId, LocalizedText>>
  /** Of these accounts, those that compete or may decide in an activity, not over, in which the current user takes part. */
  concerned: (ctx: SignedIn, accounts: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, ActivityId>>
  /** Whether the current user belongs to the team whose id is selected. */
  isInTeam: (ctx: SignedIn, team: SQL) => Promise<boolean>
  /** Selects the ids of the activities, of those that are not over, in which an account competes or may decide. */
  activitiesOf: (account: AccountId) => SQL
}>('participation')

const provider = ({ installation }: SignedIn) => installation.ports.use(participation)

export type OwnActivities = ReadonlyMap<ActivityId, LocalizedText>

/** The activities in which the current user takes part, with their names. */
export const ownActivities = (ctx: SignedIn): Promise<OwnActivities> => provider(ctx).own(ctx)

/** Why whoever takes part in these activities does nothing about some of them, for their screen; null: they may. */
export const whyNotOf = (
  { locale }: SignedIn,
  own: OwnActivities,
  activities: readonly ActivityId[],
): string | null => {
  const name = activities.flatMap((id) => own.get(id) ?? [])[0]
  return name ? refusalText(refuse('organiser.takesPart', { activity: localize(name, locale).text }), locale) : null
}

/** The same for activities that are selected. */
export const whyNotAbout = async (ctx: SignedIn, activities: SQL): Promise<string | null> =>
  refusalText(await checkTakesNoPart(ctx, activities, 'look'), ctx.locale)

/** Why the current user does not change these accounts; those that they may change are left out. `knownOwn`: what `ownActivities` answers. */
export const whyNotPeople = async (
  ctx: SignedIn,
  accounts: readonly AccountId[],
  knownOwn?: OwnActivities,
): Promise<ReadonlyMap<AccountId, string>> => {
  const own = knownOwn ?? (await ownActivities(ctx))
  if (own.size === 0) return new Map()
  const concerned = await provider(ctx).concerned(ctx, accounts)
  return new Map([...concerned].map(([account, activity]) => [account, whyNotOf(ctx, own, [activity])!]))
}

/** Whoever takes part decides nothing: for steps that name their activities in another way than by their address. */
export const checkTakesNoPart = (ctx: SignedIn, activities: SQL, deed: Deed = 'act'): Promise<Verdict> =>
  provider(ctx).check(ctx, activities, deed)

/** Whoever looks after certain activities only does nothing about others. */
const checkInDuty = async ({ db, actor }: SignedIn, activities: SQL): Promise<Verdict> => {
  const beyond = activitiesBeyond(actor, activities)
  if (!beyond) return permitted
  const { rows } = await db.execute<{ isBeyond: boolean }>(sql`select exists (${beyond}) as "isBeyond"`)
  return rows[0]!.isBeyond ? refuse('duty.limited') : permitted
}

/** Both rules about the activities of a step. */
const checkActivities = async (ctx: SignedIn, activities: SQL, deed: Deed): Promise<Verdict> => {
  const verdict = await checkInDuty(ctx, activities)
  return verdict.permitted ? checkTakesNoPart(ctx, activities, deed) : verdict
}

export const requireTakesNoPart = async (ctx: SignedIn, activities: SQL, deed: Deed = 'act'): Promise<void> =>
  permit(await checkActivities(ctx, activities, deed))

/** The rule of a route that reads about activities: `activities` selects the ids that the address is about. */
export const forDuty = <Params>(activities: (params: Params) => SQL): AddressRule<Params, Person> => ({
  check: ({ ctx, params }) => checkInDuty(ctx, activities(params)),
})

/**
 * The rule of an organisers' route: whoever takes part decides nothing. `activities` selects the ids of the activities
 * that the address is about. Reading is refused in the same way: where it is not, the route has no such rule.
 */
export const forOthers = <Params>(activities: (params: Params) => SQL): AddressRule<Params, Person> => ({
  check: ({ ctx, params, deed }) => checkActivities(ctx, activities(params), deed),
})

/** Selects the id of a team, and of its activity. */
interface OfTeam {
  team: SQL
  activities: SQL
}

/** Organisers act on behalf of any team, but those who take part in the activity have the rights of their own only. */
const checkOnBehalf = async (ctx: SignedIn, { team, activities }: OfTeam, deed: Deed = 'act'): Promise<Verdict> =>
  !isOrganiser(ctx.actor, 'activity') || (await provider(ctx).isInTeam(ctx, team))
    ? permitted
    : checkActivities(ctx, activities, deed)

export const requireOnBehalf = async (ctx: SignedIn, ofTeam: OfTeam): Promise<void> =>
  permit(await checkOnBehalf(ctx, ofTeam))

/** Why the current user, an organiser who is not in the team, does nothing for it; null: they may, or are no organiser. */
export const whyNotOnBehalf = async (
  ctx: SignedIn,
  { id, activityId }: { id: TeamId; activityId: ActivityId },
): Promise<string | null> => {
  const ofTeam = { team: sql`select ${id}::uuid`, activities: sql`select ${activityId}::uuid` }
  return refusalText(await checkOnBehalf(ctx, ofTeam, 'look'), ctx.locale)
}

/** The rule of a participants' route that organisers may use on a team's behalf. */
export const onBehalfOfOthers = <Params>(about: (params: Params) => OfTeam): AddressRule<Params, Person> => ({
  check: ({ ctx, params, deed }) => checkOnBehalf(ctx, about(params), deed),
})

/**
 * The rule of routes that change somebody else's account: whoever takes part does not change the accounts of those who
 * compete with them, of their own team, of experts or of other organisers: whoever receives the mail of an expert can
 * judge as them. Looking after accounts is no act on an activity.
 */
export const forPeopleOfOthers: AddressRule<{ uid: AccountId }, Person> = {
  check: async ({ ctx, params: { uid } }) =>
    uid === ctx.actor.id || !isOrganiser(ctx.actor, 'people')
      ? permitted
      : checkTakesNoPart(ctx, provider(ctx).activitiesOf(uid), 'look'),
}

/**
 * The rule of routes that control the site: who is an organiser, where mail with codes goes, the rules of all cases.
 * Whoever takes part could act through them in a roundabout way.
 */
export const siteControl: AddressRule<unknown, Person> = {
  check: async ({ ctx, deed }) => (await provider(ctx).checkControl(ctx, deed)).verdict,
}

/**
 * Why the current user leaves control of the site to others, for their screen; null: they do not. `knownOwn`: what
 * `ownActivities` answers; nobody leaves it who takes part in nothing.
 */
export const whyNotControl = async (ctx: SignedIn, knownOwn?: OwnActivities): Promise<string | null> =>
  knownOwn?.size === 0 ? null : refusalText((await provider(ctx).checkControl(ctx, 'look')).verdict, ctx.locale)

/**
 * Requires control of the site, in the transaction of the change. Where nobody else could have made it, the log of the
 * activities tells that it was made by somebody who takes part.
 */
export const requireControl = async (ctx: SignedIn, change: ControlChange): Promise<void> => {
  const { verdict, unattended } = await provider(ctx).checkControl(ctx, 'act')
  permit(verdict)
  for (const id of unattended)
    await audit(ctx, 'activity.controlledByParticipant', { subject: { kind: 'activity', id }, after: { change } })
}
