import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { FoundTeam } from '@lectern/contract/teams/office-teams.ts'
import type { JourneyStep } from '@lectern/contract/journey/journey.ts'
import type { MyInvitation, MyTeams, Team, TeamHead, TeamMember, TeamToJoin } from '@lectern/contract/teams/teams.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { refusalText, type Verdict } from '../../platform/policy.ts'
import { isComplete, maskContact, presentUser } from '../accounts/service.ts'
import type { InvitationView, listPending } from './members/invitations.ts'
import {
  checkTimeToEnrol,
  mayDisband,
  mayEdit,
  mayInvite,
  mayLeave,
  mayRemind,
  mayMakeCaptain,
  mayRemove,
  resubmitByOf,
  roleIn,
} from './policy.ts'
import { withNameIfDeleted, nameOf } from './person-name.ts'
import type { Journeys } from './ports.ts'
import type { FoundMember, TeamView } from './team-view.ts'

export const presentActivityOf = (ctx: Ctx, { activity, deadlines }: Pick<TeamView, 'activity' | 'deadlines'>) => {
  const { text, locale } = localize(activity.name, ctx.locale)
  const { id, code, teamMin, teamMax, advisorsMax } = activity
  const closesAt = deadlines[stagePhases.team]?.closesAt.toISOString() ?? null
  return { id, code, name: text, locale, teamMin, teamMax, advisorsMax, closesAt, timeZone: activity.edition.timeZone }
}

const presentEnrolment = ({ enrolment, deadlines }: TeamView): TeamHead['enrolment'] =>
  enrolment
    ? {
        id: enrolment.id,
        state: enrolment.state,
        number: enrolment.number,
        resubmitBy: resubmitByOf({ enrolment, deadlines })?.toISOString() ?? null,
      }
    : null

/** An expired offer takes the team off the list, even before the job has removed it. */
export const presentWaiting = ({ waiting }: Pick<TeamView, 'waiting'>): TeamHead['waiting'] =>
  waiting && !waiting.isExpired
    ? { position: waiting.position, offeredUntil: waiting.offeredUntil?.toISOString() ?? null }
    : null

export const presentInstitution = (
  { locale }: Pick<Ctx, 'locale'>,
  { institutionId: id, institutionName: name }: Pick<TeamView, 'institutionId' | 'institutionName'>,
): TeamHead['institution'] => (id && name ? { id, name: localize(name, locale).text } : null)

const presentStanding = (ctx: SignedIn, view: TeamView, next: JourneyStep) => ({
  id: view.id,
  name: view.name,
  slogan: view.slogan,
  institution: presentInstitution(ctx, view),
  activity: presentActivityOf(ctx, view),
  enrolment: presentEnrolment(view),
  waiting: presentWaiting(view),
  next,
})

const presentHead = (ctx: SignedIn, view: TeamView, next: JourneyStep): TeamHead => {
  const advisors = view.members.filter(({ role }) => role === 'advisor').length
  return {
    ...presentStanding(ctx, view, next),
    role: roleIn(view, ctx.actor.id)!,
    members: view.members.length - advisors,
    advisors,
  }
}

const presentMember = (
  ctx: SignedIn,
  view: TeamView,
  { account, role, joinedAt }: FoundMember,
  whyNot: string | null,
): TeamMember => {
  const refusalOf = (verdict: Verdict): string | null => whyNot ?? refusalText(verdict, ctx.locale)
  return {
    uid: account.id,
    name: nameOf(account),
    school: account.school,
    avatar: presentUser(account).avatar,
    role,
    isComplete: isComplete(account, ctx.installation.channels),
    joinedAt: joinedAt.toISOString(),
    mayBeRemoved: refusalOf(mayRemove(view, ctx.actor.id, account.id)),
    mayBecomeCaptain: refusalOf(mayMakeCaptain(view, ctx.actor, account.id)),
  }
}

type Pending = Awaited<ReturnType<typeof listPending>>

interface TeamFacts {
  next: JourneyStep
  pending: Pending
  /** Why an organiser who is not in the team does nothing for it. */
  whyNot: string | null
}

export const presentTeam = (ctx: SignedIn, view: TeamView, { next, pending, whyNot }: TeamFacts): Team => {
  const who = ctx.actor.id
  const refusalOf = (verdict: Verdict): string | null => refusalText(verdict, ctx.locale)
  const own = roleIn(view, who) ?? null
  const sees = own === 'captain'
  return {
    ...presentStanding(ctx, view, next),
    role: own,
    version: view.version,
    members: view.members.map((member) => presentMember(ctx, view, member, whyNot)),
    invitations: sees
      ? pending.map(({ id, contact, role, createdAt, expiresAt, username }) => ({
          id,
          // Contacts are shown as entered, masked: an invited person has shared nothing else with the team.
          to: contact === null ? (username ?? '') : maskContact(contact),
          role,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        }))
      : [],
    invite: sees
      ? {
          code: view.inviteCode,
          expiresAt: view.inviteExpiresAt.toISOString(),
          isExpired: view.inviteExpiresAt <= ctx.now,
        }
      : null,
    may: {
      edit: refusalOf(mayEdit(view, who, ctx)),
      inviteMember: refusalOf(mayInvite(view, who, 'member', ctx)),
      inviteAdvisor: refusalOf(mayInvite(view, who, 'advisor', ctx)),
      leave: refusalOf(mayLeave(view, who)),
      disband: refusalOf(mayDisband(view, who)),
      enrol: refusalOf(checkTimeToEnrol(view, ctx)),
      remind: refusalOf(mayRemind(view, who, ctx)),
    },
  }
}

export const presentTeamToJoin = (ctx: SignedIn, view: TeamView, verdict: Verdict): TeamToJoin => {
  const captain = view.members.find(({ role }) => role === 'captain')
  const isIn = roleIn(view, ctx.actor.id) !== undefined
  return {
    id: view.id,
    name: view.name,
    slogan: view.slogan,
    activity: presentActivityOf(ctx, view),
    captain: captain ? nameOf(captain.account) : '',
    members: view.members.map(({ account }) => nameOf(account)),
    refusal: isIn ? null : refusalText(verdict, ctx.locale),
    isIn,
  }
}

const presentInvitation = (
  ctx: SignedIn,
  { id, role, inviter, createdAt, expiresAt, view, verdict }: InvitationView,
): MyInvitation => ({
  id,
  role,
  invitedBy: nameOf(withNameIfDeleted(inviter, ctx.locale)),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  team: presentTeamToJoin(ctx, view, verdict),
})

export const presentMyTeams = (
  ctx: SignedIn,
  teams: readonly TeamView[],
  journeys: Journeys,
  invitations: readonly InvitationView[],
): MyTeams => ({
  teams: teams.map((view) => presentHead(ctx, view, journeys.get(view.id)!)),
  invitations: invitations.map((row) => presentInvitation(ctx, row)),
})

/** For the search of organisers. */
export const presentFound = (ctx: Ctx, views: readonly TeamView[]): FoundTeam[] =>
  views.map((view) => {
    const { id, code, name, locale, closesAt, timeZone } = presentActivityOf(ctx, view)
    const { enrolment } = view
    const captain = view.members.find(({ role }) => role === 'captain')
    return {
      id: view.id,
      name: view.name,
      activity: { id, code, name, locale },
      timeZone,
      captain: captain ? nameOf(captain.account) : null,
      people: view.members.length,
      enrolment: enrolment ? { id: enrolment.id, state: enrolment.state, number: enrolment.number } : null,
      closesAt,
      isExtended: view.deadlines[stagePhases.team]?.isExtended ?? false,
    }
  })
