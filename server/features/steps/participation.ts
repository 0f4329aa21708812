import type { AccountId } from '@lectern/contract/ids.ts'
import type { Person, SignedIn } from '../../platform/context.ts'
import type { SQL } from '../../platform/database/drizzle.ts'
import type { AddressRule } from '../../platform/http/serve.ts'
import { isOrganiser, permit, permitted, type Verdict } from '../../platform/policy.ts'
import { definePort } from '../../platform/ports.ts'

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
  /** Whether the current user belongs to the team whose id is selected. */
  isInTeam: (ctx: SignedIn, team: SQL) => Promise<boolean>
  /** Selects the ids of the activities, of those that are not over, in which an account has a team. */
  activitiesOf: (account: AccountId) => SQL
}>('participation')

const provider = ({ installation }: SignedIn) => installation.ports.use(participation)

/** Whoever takes part decides nothing: for steps that name their activities in another way than by their address. */
export const checkTakesNoPart = (ctx: SignedIn, activities: SQL, deed: Deed = 'act'): Promise<Verdict> =>
  provider(ctx).check(ctx, activities, deed)

export const requireTakesNoPart = async (ctx: SignedIn, activities: SQL, deed: Deed = 'act'): Promise<void> =>
  permit(await checkTakesNoPart(ctx, activities, deed))

/**
 * The rule of an organisers' route: whoever takes part decides nothing. `activities` selects the ids of the activities
 * that the address is about. Reading is refused in the same way: where it is not, the route has no such rule.
 */
export const forOthers = <Params>(activities: (params: Params) => SQL): AddressRule<Params, Person> => ({
  check: ({ ctx, params, deed }) => checkTakesNoPart(ctx, activities(params), deed),
})

/** Selects the id of a team, and of its activity. */
interface OfTeam {
  team: SQL
  activities: SQL
}

/** Organisers act on behalf of any team, but those who take part in the activity have the rights of their own only. */
const checkOnBehalf = async (ctx: SignedIn, { team, activities }: OfTeam, deed: Deed = 'act'): Promise<Verdict> =>
  !isOrganiser(ctx.actor) || (await provider(ctx).isInTeam(ctx, team))
    ? permitted
    : checkTakesNoPart(ctx, activities, deed)

export const requireOnBehalf = async (ctx: SignedIn, ofTeam: OfTeam): Promise<void> =>
  permit(await checkOnBehalf(ctx, ofTeam))

/** The rule of a participants' route that organisers may use on a team's behalf. */
export const onBehalfOfOthers = <Params>(about: (params: Params) => OfTeam): AddressRule<Params, Person> => ({
  check: ({ ctx, params, deed }) => checkOnBehalf(ctx, about(params), deed),
})

/**
 * The rule of routes that change somebody else's account: whoever takes part does not change the accounts of those who
 * compete with them, nor of their own team. Looking after accounts is no act on an activity.
 */
export const forPeopleOfOthers: AddressRule<{ uid: AccountId }, Person> = {
  check: async ({ ctx, params: { uid } }) =>
    uid === ctx.actor.id || !isOrganiser(ctx.actor)
      ? permitted
      : checkTakesNoPart(ctx, provider(ctx).activitiesOf(uid), 'look'),
}
