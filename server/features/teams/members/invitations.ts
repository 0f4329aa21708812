import { isContact, plainContact } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, InvitationId, TeamId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { InvitedRole } from '@lectern/contract/teams/team-values.ts'
import type * as contract from '@lectern/contract/teams/teams.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, eq, ne, sql } from '../../../platform/database/drizzle.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { all, permit, permitted, refuse } from '../../../platform/policy.ts'
import { giveBack, takeIfLeft, type Allowance } from '../../../platform/throttle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { whereIdentifiedBy, lockOwnAccount } from '../../accounts/service.ts'
import { account } from '../../accounts/tables.ts'
import { audit } from '../../audit/service.ts'
import { asWritten, sendNotice } from '../../notices/service.ts'
import { naming, queueLetter, reachable, requireServed } from '../../outbox/service.ts'
import { takeStep } from '../../steps/service.ts'
import { activitiesJudgedBy, checkNotJudge } from '../judges.ts'
import { addMember, reportedByDatabase } from './members.ts'
import { notifyTeam } from '../notices.ts'
import { activitiesOrganisedBy, lockNotOrganiser, refuseOrganiser } from '../participation.ts'
import { mayEdit, mayInvite, mayJoin, roleIn } from '../policy.ts'
import { initialOf, nameOf } from '../person-name.ts'
import { acceptAll, expireInvitations, moveInvitations, pendingFor, pendingOf, teamsInActivity } from '../queries.ts'
import { touchTeam } from './changes.ts'
import { replaceGoneCaptain } from './release.ts'
import { lockOwnTeam, invitationMilliseconds, requireOwnTeam } from '../service.ts'
import { invitation } from '../tables.ts'
import { lockTeamAndRules, requireTeam, viewTeams, type TeamView } from '../team-view.ts'

const maxPending = 30

/** Revoking and inviting again must not become a way to mail strangers. */
const sentInvitations: Allowance = { name: 'invitations', burst: 60, refillSeconds: 600 }

const maxByContact = 10
/** Counts every contact, so that the limit does not tell which ones have an account. */
const invitationsByContact: Allowance = { name: 'contacts invited', burst: maxByContact, refillSeconds: 8_640 }

/** Unknown usernames: limits probing for accounts. */
const wrongUsernames: Allowance = { name: 'usernames invited', burst: 20, refillSeconds: 180 }

const requireAllowance = async ({ db, installation, actor, now }: SignedIn, isAddressed: boolean): Promise<void> => {
  const seconds = await takeIfLeft(db, installation.secrets, sentInvitations, actor.id, now)
  if (seconds !== undefined) throw fail('request.tooMany', { seconds })
  if (!isAddressed) return
  const wait = await takeIfLeft(db, installation.secrets, invitationsByContact, actor.id, now)
  if (wait === undefined) return
  throw fail('invitation.tooManyToday', { most: maxByContact, hours: Math.ceil(wait / 3_600) })
}

/**
 * Counts a username before it is looked up, and gives the attempt back if it exists. Runs outside the transaction
 * that a failure rolls back.
 */
const countingMisses = async <Result>(
  { db, installation: { secrets }, actor, now }: SignedIn,
  work: () => Promise<Result>,
): Promise<Result> => {
  const seconds = await takeIfLeft(db, secrets, wrongUsernames, actor.id, now)
  if (seconds !== undefined) throw fail('request.tooMany', { seconds })
  let isMiss = false
  try {
    return await work()
  } catch (error) {
    isMiss = error instanceof AppError && error.error === 'invitation.nobody'
    throw error
  } finally {
    if (!isMiss) await giveBack(db, secrets, [{ allowance: wrongUsernames, whose: actor.id }])
  }
}

export const listPending = (ctx: SignedIn, teamId: TeamId) => pendingOf(ctx.db, teamId, ctx.now)

/** The user of this name. Whether a contact has an account is never told. */
const findInvited = async (ctx: SignedIn, to: string) => {
  const [row] = await ctx.db
    .select({ id: account.id, locale: account.locale })
    .from(account)
    .where(and(whereIdentifiedBy(to), eq(account.status, 'active')))
  return row
}
type InvitedPerson = Awaited<ReturnType<typeof findInvited>>

type NewInvitation = BodyOf<typeof contract.invite>

export const invite = (
  outer: SignedIn,
  id: TeamId,
  input: NewInvitation,
  key: string | undefined,
): Promise<TeamView> => {
  const call = { scope: `team.invite ${outer.actor.id}`, key, input: [id, input] }
  const { to, role } = input
  const contact = plainContact(to)
  const isAddressed = isContact(contact)
  const work = () =>
    withIdempotencyKey(outer, call, async (ctx) => {
      const view = await lockOwnTeam(ctx, id)
      permit(mayInvite(view, ctx.actor.id, role, ctx))
      if (isAddressed) requireServed(ctx, contact, 'to')
      const person = await findInvited(ctx, to)
      if (!person && !isAddressed) throw fail('invitation.nobody').at('to')
      await expireInvitations(ctx.db, ctx.now, id)
      // Stored by contact if a contact was given, so that neither errors nor the list tell whether it has an account.
      const recipient = isAddressed ? { contact, accountId: null } : { contact: null, accountId: person!.id }
      await sendInvitation(ctx, view, { recipient, role, person, contact })
      return {}
    })
  // A repeated request may come from somebody who has left meanwhile.
  return (isAddressed ? work() : countingMisses(outer, work)).then(() => requireOwnTeam(outer, id))
}

interface NewlyAsked {
  recipient: Asked
  role: InvitedRole
  person: InvitedPerson
  contact: string
}

/** Requires a transaction that has locked the team. */
const sendInvitation = async (ctx: SignedIn, view: TeamView, { recipient, role, person, contact }: NewlyAsked) => {
  await requireNew(ctx, view, recipient)
  await requireAllowance(ctx, recipient.contact !== null)
  const row = {
    id: newId<InvitationId>(ctx.now),
    teamId: view.id,
    ...recipient,
    role,
    state: 'pending' as const,
    invitedBy: ctx.actor.id,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + invitationMilliseconds),
  }
  await ctx.db.insert(invitation).values(row)
  await audit(ctx, 'invitation.sent', {
    subject: { kind: 'team', id: view.id },
    // The contact is stored only in the invitation, where it is erased later.
    after: { invitation: row.id, role, ...(person && { to: person.id }) },
  })
  await notifyInvited(ctx, view, person, contact)
}

/**
 * Invites somebody whose account is known, such as a former team member. Requires a transaction that has locked the
 * team.
 */
export const invitePerson = async (
  ctx: SignedIn,
  view: TeamView,
  person: { id: AccountId; locale: Locale },
  role: InvitedRole,
): Promise<void> => {
  permit(mayInvite(view, ctx.actor.id, role, ctx))
  await sendInvitation(ctx, view, { recipient: { contact: null, accountId: person.id }, role, person, contact: '' })
}

interface Asked {
  contact: string | null
  accountId: AccountId | null
}

const requireNew = async (ctx: SignedIn, view: TeamView, { contact, accountId }: Asked): Promise<void> => {
  if (accountId && roleIn(view, accountId)) throw fail('invitation.alreadyIn').at('to')
  const pending = await pendingOf(ctx.db, view.id, ctx.now)
  if (pending.some((other) => other.contact === contact && other.accountId === accountId))
    throw fail('invitation.pending').at('to')
  if (pending.length >= maxPending) throw fail('invitation.tooMany', { most: maxPending })
}

const notifyInvited = async (ctx: SignedIn, view: TeamView, person: InvitedPerson, contact: string): Promise<void> => {
  const captain = view.members.find(({ role }) => role === 'captain')!
  const captainName = nameOf(captain.account)
  const activities = sql`select ${view.activityId}::uuid`
  if (person)
    await sendNotice(ctx, {
      to: { account: person.id },
      kind: 'contest',
      message: 'team.invited',
      values: {
        team: asWritten(view.name),
        activity: { inLanguages: view.activity.name },
        person: asWritten(captainName),
      },
      about: captain.account.id,
      link: '/account/Team',
      activities,
    })
  else {
    // No text of participants is sent to people without an account.
    const activity = localize(view.activity.name, ctx.locale).text
    const content = { activity, person: initialOf(captainName), ...naming([captain.account.id]) }
    for (const to of reachable(ctx, [contact]))
      await queueLetter(ctx, { to, locale: ctx.locale, letter: 'teamInvitation', content, activities })
  }
}

export const revokeInvitation = async (outer: SignedIn, id: TeamId, which: InvitationId): Promise<TeamView> => {
  await inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: () => lockOwnTeam(ctx, id),
      may: (view) => mayEdit(view, ctx.actor.id, ctx),
      move: async () => {
        const ofTeam = and(eq(invitation.id, which), eq(invitation.teamId, id))
        const [revoked] = await moveInvitations(ctx.db, 'revoked', ctx.now, ofTeam)
        if (!revoked) throw fail('invitation.notFound')
        return {
          after: undefined,
          log: { action: 'invitation.revoked', subject: { kind: 'team', id }, before: { invitation: which } },
        }
      },
    }),
  )
  return requireTeam(outer, id)
}

/** The current user, with the contacts that invitations may be addressed to. */
const contactsOf = async (ctx: SignedIn) => {
  const [row] = await ctx.db
    .select({ id: account.id, email: account.email, phone: account.phone })
    .from(account)
    .where(and(eq(account.id, ctx.actor.id), ne(account.status, 'deleted')))
  return row!
}

/** Pending invitations of the current user, each with whether it can be accepted. */
export const listMyInvitations = async (ctx: SignedIn) => {
  const waiting = await pendingFor(ctx.db, await contactsOf(ctx), ctx.now)
  const views = await viewTeams(ctx, [...new Set(waiting.map(({ teamId }) => teamId))])
  const engagements = new Map<string, Awaited<ReturnType<typeof teamsInActivity>>>()
  const activities = [...new Set(views.map((view) => view.activityId))]
  for (const activityId of activities)
    engagements.set(activityId, await teamsInActivity(ctx.db, ctx.actor.id, activityId))
  const judged = await activitiesJudgedBy(ctx, activities)
  const organised = await activitiesOrganisedBy(ctx, activities)
  return waiting.flatMap((row) => {
    const view = views.find(({ id }) => id === row.teamId)
    if (!view) return []
    const notJudge = judged.has(view.activityId) ? refuse('reviewer.judgesHere') : permitted
    const notOrganiser = organised.has(view.activityId) ? refuseOrganiser(view.activity.name, ctx) : permitted
    const mayAccept = mayJoin(view, engagements.get(view.activityId)!, row.role, ctx)
    return [{ ...row, view, verdict: all(mayAccept, notJudge, notOrganiser) }]
  })
}

export type InvitationView = Awaited<ReturnType<typeof listMyInvitations>>[number]

/** Locks the team of a pending invitation: nobody else answers or revokes it. */
const lockInvitation = async (ctx: SignedIn, id: InvitationId) => {
  const person = await contactsOf(ctx)
  const find = async () => (await pendingFor(ctx.db, person, ctx.now)).find((candidate) => candidate.id === id)
  const seen = await find()
  if (!seen) throw fail('invitation.over')
  const view = await lockTeamAndRules(ctx, { id: seen.teamId, activityId: seen.activityId })
  const row = await find()
  if (!row) throw fail('invitation.over')
  return { row, view }
}

/** Accepting is joining; every rule is checked again after the team is locked. */
export const answerInvitation = (outer: SignedIn, id: InvitationId, accept: boolean): Promise<TeamId | null> =>
  reportedByDatabase(() =>
    inTransaction(outer, async (ctx) => {
      await lockOwnAccount(ctx)
      if (accept) {
        const { row, view } = await lockInvitation(ctx, id)
        await join(ctx, view, row.role)
        return view.id
      }
      return takeStep(ctx, {
        lock: () => lockInvitation(ctx, id),
        may: () => permitted,
        move: async ({ view }) => {
          await moveInvitations(ctx.db, 'declined', ctx.now, eq(invitation.id, id))
          return {
            after: null,
            log: { action: 'invitation.declined', subject: { kind: 'team', id: view.id }, after: { invitation: id } },
            notify: () => notifyTeam(ctx, view, 'declined', { captainOnly: true }),
          }
        },
      })
    }),
  )

/**
 * Requires a transaction that has locked the team. All other invitations of the user to this team are accepted with
 * this.
 */
export const join = async (ctx: SignedIn, view: TeamView, role: 'member' | 'advisor'): Promise<void> => {
  const subject = { kind: 'team', id: view.id } as const
  const invitations = await acceptAll(ctx.db, view.id, await contactsOf(ctx), ctx.now)
  if (invitations.length > 0) await audit(ctx, 'invitation.accepted', { subject, after: { invitations } })
  if (roleIn(view, ctx.actor.id)) return
  const elsewhere = await teamsInActivity(ctx.db, ctx.actor.id, view.activityId)
  permit(
    all(
      mayJoin(view, elsewhere, role, ctx),
      await checkNotJudge(ctx, view.activityId),
      await lockNotOrganiser(ctx, view.activity),
    ),
  )
  await addMember(ctx, view, ctx.actor.id, role)
  await touchTeam(ctx, view.id)
  await audit(ctx, 'team.joined', { subject, after: { account: ctx.actor.id, role } })
  const after = await requireTeam(ctx, view.id)
  await notifyTeam(ctx, after, 'joined', { captainOnly: true, about: ctx.actor.id })
  await replaceGoneCaptain(ctx, after)
}
