import { z } from 'zod'
import { phaseWindow } from '../competition/competition.ts'
import { endpoint } from '../endpoint.ts'
import { activityId, enrolmentId, teamId } from '../ids.ts'
import { journeySteps, turns } from './journey-values.ts'
import { waitingTeam } from '../enrolments/waiting-team.ts'

/** The next step of a user in the contest, the same on every screen. */
export const journeyStep = z.object({
  /** The messages are `journey.<step>` and `journey.<step>.action`, on `/Welcome` `task.<step>`. */
  step: z.enum(journeySteps),
  /** `others`: somebody else has to act. `none`: nobody has to. */
  turn: z.enum(turns),
  /** Submitted or finished: no deadline applies any more. */
  isDone: z.boolean(),
  /** Where the step is taken: a path of this site. */
  link: z.string(),
  /** Deadline of the step. */
  until: z.iso.datetime().nullable(),
  /** Why the step cannot be taken now, or not by this user. */
  why: z.string().nullable(),
  /** Parameters of its messages. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type JourneyStep = z.infer<typeof journeyStep>

export const readNextStep = endpoint({
  method: 'GET',
  path: '/api/activities/:id/next-step',
  summary: 'The next step of the caller in an activity',
  params: z.strictObject({ id: activityId }),
  answer: journeyStep.extend({
    /** Profile fields that the user has to complete first, in their language. */
    missing: z.array(z.string()),
    /** Why it was returned or rejected, as the organisers wrote it. */
    reason: z.string().nullable(),
    teamId: teamId.nullable(),
    teamName: z.string().nullable(),
    /** Number of open invitations to teams of this activity. */
    invitations: z.int(),
    enrolmentId: enrolmentId.nullable(),
    number: z.string().nullable(),
    /** Seats that are left for a new team. */
    placesLeft: z.int().nullable(),
    /** All seats are taken or reserved, and a complete draft may join the waiting list. */
    isWaitedFor: z.boolean(),
    /** Null: the user's team is not on the waiting list. */
    waiting: waitingTeam.nullable(),
    /** The enrolment window of the user's team, its extension included; without a team that of the activity. */
    window: phaseWindow.omit({ kind: true }).nullable(),
    /** Enrolment is scheduled and has not opened yet. */
    isUpcoming: z.boolean(),
    /** The user has asked to be notified when enrolment opens. */
    wantsToKnow: z.boolean(),
    timeZone: z.string(),
    now: z.iso.datetime(),
  }),
})
export type NextStep = z.infer<typeof readNextStep.answer>
