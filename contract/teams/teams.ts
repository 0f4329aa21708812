import { z } from 'zod'
import { line, lines, raw } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { enrolmentStates } from '../enrolments/enrolment-values.ts'
import { accountId, activityId, enrolmentId, institutionId, invitationId, teamId } from '../ids.ts'
import { journeyStep } from '../journey/journey.ts'
import { locales } from '../locales.ts'
import { inviteCodeLength, invitedRoles, teamRoles } from './team-values.ts'
import { waitingTeam } from '../enrolments/waiting-team.ts'

/** Null if it is allowed; otherwise the reason, in the caller's language. */
const refusal = z.string().nullable()

const activityOfTeam = z.object({
  id: activityId,
  code: z.string(),
  name: z.string(),
  locale: z.enum(locales),
  teamMin: z.int(),
  teamMax: z.int(),
  advisorsMax: z.int(),
  /** Deadline for changing the team and enrolling; null if not scheduled yet. */
  closesAt: z.iso.datetime().nullable(),
  timeZone: z.string(),
})

/** The institution that a team's entry belongs to, in the reader's language. */
const institutionOfTeam = z.object({ id: institutionId, name: z.string() })

const teamHead = z.object({
  id: teamId,
  name: z.string(),
  slogan: z.string(),
  institution: institutionOfTeam.nullable(),
  activity: activityOfTeam,
  role: z.enum(teamRoles),
  members: z.int(),
  advisors: z.int(),
  enrolment: z
    .object({
      id: enrolmentId,
      state: z.enum(enrolmentStates),
      number: z.string().nullable(),
      /** Deadline for resubmitting a returned enrolment. */
      resubmitBy: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Null: the team is not on the waiting list. */
  waiting: waitingTeam.nullable(),
  /** The next step of this user with the team. */
  next: journeyStep,
})
export type TeamHead = z.infer<typeof teamHead>

const teamMember = z.object({
  uid: accountId,
  name: z.string(),
  school: z.string().nullable(),
  avatar: z.string().nullable(),
  role: z.enum(teamRoles),
  /** The profile has everything that an enrolment needs. */
  isComplete: z.boolean(),
  joinedAt: z.iso.datetime(),
  mayBeRemoved: refusal,
  mayBecomeCaptain: refusal,
})
export type TeamMember = z.infer<typeof teamMember>

const sentInvitation = z.object({
  id: invitationId,
  /** The username that was entered, or the masked contact. */
  to: z.string(),
  role: z.enum(invitedRoles),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})

/** A team as its people see it. */
export const team = teamHead.omit({ members: true, advisors: true, role: true }).extend({
  version: z.int(),
  /** Null: an organiser who is not in the team. */
  role: z.enum(teamRoles).nullable(),
  members: z.array(teamMember),
  /** Open invitations; only for the captain. */
  invitations: z.array(sentInvitation),
  /** The invite code; only for the captain. */
  invite: z.object({ code: z.string(), expiresAt: z.iso.datetime(), isExpired: z.boolean() }).nullable(),
  may: z.object({
    edit: refusal,
    inviteMember: refusal,
    inviteAdvisor: refusal,
    leave: refusal,
    disband: refusal,
    enrol: refusal,
    /** Reminding people whose profile is incomplete. */
    remind: refusal,
  }),
})
export type Team = z.infer<typeof team>

const params = z.strictObject({ id: teamId })
const version = z.int()

const teamFields = {
  name: line(60),
  slogan: z.union([z.literal(''), lines(200)]),
  /** Absent: of a new team the captain's; of an existing one unchanged. */
  institutionId: institutionId.nullable().optional(),
}

export const createTeam = endpoint({
  method: 'POST',
  path: '/api/teams',
  summary: 'Creates a team for an activity, with the caller as captain',
  body: z.strictObject({ activityId, ...teamFields }),
  answer: team,
  idempotent: true,
})

export const copyTeam = endpoint({
  method: 'POST',
  path: '/api/teams/:id/copies',
  summary: 'Copies one of my teams to another activity and invites its people: nobody is in it before they accept',
  params: z.strictObject({ id: teamId }),
  body: z.strictObject({ activityId, ...teamFields, people: z.array(accountId).max(60) }),
  answer: team,
  idempotent: true,
})

export const readTeam = endpoint({
  method: 'GET',
  path: '/api/teams/:id',
  summary: 'A team, for its people and for organisers',
  params,
  answer: team,
})

export const updateTeam = endpoint({
  method: 'PUT',
  path: '/api/teams/:id',
  summary: 'Changes name and slogan, and the order of the members',
  params,
  body: z.strictObject({ version, ...teamFields, order: z.array(accountId).max(60).optional() }),
  answer: team,
})

export const disbandTeam = endpoint({
  method: 'DELETE',
  path: '/api/teams/:id',
  summary: 'Disbands a team; requires its name as confirmation',
  params,
  body: z.strictObject({ name: z.string().max(200) }),
  answer: z.object({}),
})

export const handOver = endpoint({
  method: 'PUT',
  path: '/api/teams/:id/captain',
  summary: 'Makes another member the captain; an organiser may do so for a captain who cannot be reached',
  params,
  body: z.strictObject({ uid: accountId, reason: lines(500).optional() }),
  answer: team,
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/teams/:id/members/:uid',
  summary: 'Removes somebody from a team, or leaves it',
  params: params.extend({ uid: accountId }),
  answer: z.object({}),
})

export const remindMembers = endpoint({
  method: 'POST',
  path: '/api/teams/:id/reminders',
  summary: 'Reminds people of a team whose profile is incomplete; each at most once a day',
  params,
  answer: z.object({
    /** Names of the people who were reminded. */
    reminded: z.array(z.string()),
    /** Names of those who were already reminded within the last day. */
    recently: z.array(z.string()),
  }),
})

export const invite = endpoint({
  method: 'POST',
  path: '/api/teams/:id/invitations',
  summary: 'Invites somebody by username, e-mail address or phone number',
  params,
  body: z.strictObject({ to: raw(254).min(1).max(254), role: z.enum(invitedRoles) }),
  answer: team,
  idempotent: true,
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/teams/:id/invitations/:invitationId',
  summary: 'Revokes an open invitation',
  params: params.extend({ invitationId }),
  answer: team,
})

export const renewInvite = endpoint({
  method: 'POST',
  path: '/api/teams/:id/invite',
  summary: 'Creates a new invite code; the old one becomes invalid',
  params,
  answer: team,
})

/** Role for people who join with the code or link. */
const joinedAs = z.strictObject({ role: z.enum(invitedRoles).default('member') })

/** A team as invited people see it. */
const teamToJoin = z.object({
  id: teamId,
  name: z.string(),
  slogan: z.string(),
  activity: activityOfTeam,
  captain: z.string(),
  members: z.array(z.string()),
  /** Null if they may join; otherwise the reason. */
  refusal,
  isIn: z.boolean(),
})
export type TeamToJoin = z.infer<typeof teamToJoin>

const inviteCode = raw(inviteCodeLength)
  .overwrite((text) => text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase())
  .length(inviteCodeLength)

export const readTeamToJoin = endpoint({
  method: 'GET',
  path: '/api/joining/:code',
  summary: 'The team that a code belongs to',
  params: z.strictObject({ code: inviteCode }),
  query: joinedAs,
  answer: teamToJoin,
})

export const joinTeam = endpoint({
  method: 'POST',
  path: '/api/joining/:code',
  summary: 'Joins the team of a code; no effect for people who are in it already',
  params: z.strictObject({ code: inviteCode }),
  query: joinedAs,
  answer: team,
})

const myInvitation = z.object({
  id: invitationId,
  role: z.enum(invitedRoles),
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  team: teamToJoin,
})
export type MyInvitation = z.infer<typeof myInvitation>

export const listMyTeams = endpoint({
  method: 'GET',
  path: '/api/account/teams',
  summary: 'The caller’s teams and open invitations',
  answer: z.object({ teams: z.array(teamHead), invitations: z.array(myInvitation) }),
})
export type MyTeams = z.infer<typeof listMyTeams.answer>

export const answerInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/answer',
  summary: 'Accepts or declines an invitation',
  params: z.strictObject({ id: invitationId }),
  body: z.strictObject({ accept: z.boolean() }),
  answer: z.object({ teamId: teamId.nullable() }),
})
