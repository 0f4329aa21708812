import { z } from 'zod'
import { phaseWindow } from './competition.ts'
import { endpoint } from './endpoint.ts'
import { activityId, enrolmentId, teamId } from './ids.ts'
import { journeySteps, turns } from './journey-values.ts'
import { waitingTeam } from './waiting.ts'

/** What somebody does next to take part: the same on every screen. */
export const journeyStep = z.object({
  /** Names its texts: `journey.<step>` and `journey.<step>.action`, on `/Welcome` `task.<step>`. */
  step: z.enum(journeySteps),
  /** `others`: somebody else acts. `none`: nobody has to. */
  turn: z.enum(turns),
  /** Handed in or achieved: nothing is left to do before a deadline. */
  isDone: z.boolean(),
  /** Where it is done or looked at: a path of this site. */
  link: z.string(),
  /** Until when it can be done. */
  until: z.iso.datetime().nullable(),
  /** Why it cannot be done now, or not by this person. */
  why: z.string().nullable(),
  /** What its texts name. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type JourneyStep = z.infer<typeof journeyStep>

export const readNextStep = endpoint({
  method: 'GET',
  path: '/api/activities/:id/next-step',
  summary: 'What this visitor does next to take part, as things stand at this moment',
  params: z.strictObject({ id: activityId }),
  answer: journeyStep.extend({
    /** To be completed first: what is missing of this person's information, in their language. */
    missing: z.array(z.string()),
    /** Why it was returned or refused, in the organisers' words. */
    reason: z.string().nullable(),
    teamId: teamId.nullable(),
    teamName: z.string().nullable(),
    /** Teams of this activity that wait for an answer. */
    invitations: z.int(),
    enrolmentId: enrolmentId.nullable(),
    number: z.string().nullable(),
    /** For a team that comes now. */
    placesLeft: z.int().nullable(),
    /** All places are taken or waited for, and a complete draft may join the waiting list. */
    isWaitedFor: z.boolean(),
    /** Null: this visitor's team is not on the waiting list. */
    waiting: waitingTeam.nullable(),
    /** As it is for the visitor's team, if there is one. */
    window: phaseWindow.omit({ kind: true }).nullable(),
    /** Enrolment is announced and has not begun. */
    isUpcoming: z.boolean(),
    /** This visitor will be told when it opens. */
    wantsToKnow: z.boolean(),
    timeZone: z.string(),
    now: z.iso.datetime(),
  }),
})
export type NextStep = z.infer<typeof readNextStep.answer>
