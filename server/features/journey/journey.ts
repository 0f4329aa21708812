import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId, EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { JourneyStepName, Turn } from '@lectern/contract/journey/journey-values.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import { permitted, refuse, type Verdict } from '../../platform/policy.ts'

// The way of one user with one team through the stages of the contest. Everything here is pure: the facts are read
// before.

export interface Step {
  step: JourneyStepName
  turn: Turn
  isDone: boolean
  /** The team has passed this stage: a later stage may have the next step. */
  isPassed: boolean
  link: string
  until: Date | undefined
  why: Verdict
  /** The organisers' reason for a return or rejection. */
  reason: string | null
  values: Record<string, string | number>
}

/** A team from the view of one user. */
export interface TeamFacts {
  id: TeamId
  activityId: ActivityId
  name: string
  /** Undefined: an organiser who is not in the team. */
  role: TeamRole | undefined
  /** The user's profile has everything that an enrolment requires. */
  isComplete: boolean
  /** How many members the team lacks. */
  missing: number
  /** Whether teams may change and enrol now. */
  time: Verdict
  /** The deadline of `time`. */
  until: Date | undefined
}

export interface EnrolmentFacts {
  id: EnrolmentId
  state: EnrolmentState
  number: string | null
  reason: string | null
  /** An amendment is open. */
  isAmended: boolean
  /** Every question that is shown is answered. Computed for drafts only. */
  isFilled: boolean
  /** The activity has a waiting list and no seat left. */
  isWaitedFor: boolean
  waiting: { position: number; isOffered: boolean; isExpired: boolean } | undefined
  /** What this user may do with it. */
  edit: Verdict
  submit: Verdict
  wait: Verdict
  revive: Verdict
}

type Taken = Pick<Step, 'step' | 'link'> & Partial<Step>

const stepOf = (team: TeamFacts, taken: Taken): Step => ({
  turn: 'none',
  isDone: false,
  isPassed: false,
  until: undefined,
  why: permitted,
  reason: null,
  ...taken,
  values: { team: team.name, ...taken.values },
})

const teamPath = ({ id }: TeamFacts): string => `/account/Team/basic?id=${id}`
const activityPath = (id: ActivityId): string => `/EnrollFor/${id}`
const formPath = ({ activityId }: TeamFacts, { id }: EnrolmentFacts): string =>
  `${activityPath(activityId)}/Form?enrolment=${id}`
const completionPath = (back: string): string => `/account/Evpi?redirect=${encodeURIComponent(back)}`

/** Refusals that do not apply to other members of the team. */
const isForOthers = (verdict: Verdict): boolean =>
  !verdict.permitted && (verdict.why.error === 'team.captainOnly' || verdict.why.error === 'enrolment.membersOnly')

/** A member who may not act sees why; organisers outside the team do not need a reason. */
const ofPeople = ({ role, until }: TeamFacts, verdict: Verdict): Pick<Step, 'turn' | 'why' | 'until'> => ({
  turn: isForOthers(verdict) ? 'others' : 'own',
  why: role === undefined ? permitted : verdict,
  until,
})

/** Forming the team: complete profiles and enough members. Undefined: this is done. */
const teamStep = (team: TeamFacts, enrolment: EnrolmentFacts | undefined): Step | undefined => {
  if (enrolment && enrolment.state !== 'draft') return undefined
  if (!team.time.permitted) {
    const link = enrolment ? formPath(team, enrolment) : activityPath(team.activityId)
    return stepOf(team, { step: 'refused', link, why: team.time })
  }
  const { until } = team
  if (team.role && !team.isComplete)
    return stepOf(team, { step: 'complete', turn: 'own', link: completionPath(teamPath(team)), until })
  if (team.missing === 0) return undefined
  const isCaptain = team.role === 'captain'
  return stepOf(team, {
    step: 'gather',
    turn: isCaptain ? 'own' : 'others',
    link: isCaptain ? `/account/Team/Add?id=${team.id}` : teamPath(team),
    until,
    values: { missing: team.missing },
  })
}

/** The enrolment has not been started. */
const beginStep = (team: TeamFacts): Step => {
  const takesPart = team.role === 'captain' || team.role === 'member'
  return stepOf(team, {
    step: 'fill',
    link: takesPart ? `${activityPath(team.activityId)}/Form?team=${team.id}` : teamPath(team),
    ...ofPeople(team, takesPart ? permitted : refuse('enrolment.membersOnly')),
  })
}

const draftStep = (team: TeamFacts, enrolment: EnrolmentFacts): Step => {
  const { waiting, isFilled, isWaitedFor } = enrolment
  const form = formPath(team, enrolment)
  const check = `${form}#check`
  if (waiting?.isExpired) return stepOf(team, { step: 'refused', link: form, why: refuse('waiting.expired') })
  if (waiting && !waiting.isOffered)
    return stepOf(team, { step: 'onWaitingList', turn: 'others', link: form, values: { position: waiting.position } })
  if (isFilled && isWaitedFor && !waiting)
    return stepOf(team, {
      step: 'joinWaitingList',
      link: enrolment.wait.permitted ? check : form,
      ...ofPeople(team, enrolment.wait),
    })
  const verdict = isFilled ? enrolment.submit : enrolment.edit
  const step = waiting ? 'takePlace' : isFilled ? 'submit' : 'fill'
  return stepOf(team, { step, link: isFilled && verdict.permitted ? check : form, ...ofPeople(team, verdict) })
}

/** Filling in, submitting and deciding on the enrolment. */
const enrolmentStep = (team: TeamFacts, enrolment: EnrolmentFacts | undefined): Step => {
  if (!enrolment) return beginStep(team)
  const { state, number, reason } = enrolment
  const shared = { link: formPath(team, enrolment), reason, values: { number: number ?? '' } }
  switch (state) {
    case 'draft':
      return draftStep(team, enrolment)
    case 'submitted':
      // An amendment that is too late has no effect: the submission stands.
      return enrolment.isAmended && team.time.permitted
        ? stepOf(team, { ...shared, step: 'amend', ...ofPeople(team, enrolment.edit) })
        : stepOf(team, { ...shared, step: 'wait', isDone: true })
    case 'returned':
      if (!team.time.permitted) return stepOf(team, { ...shared, step: 'refused', why: team.time })
      return stepOf(team, { ...shared, step: 'resubmit', ...ofPeople(team, enrolment.edit) })
    case 'approved':
      return stepOf(team, { ...shared, step: 'done', isDone: true, isPassed: true })
    case 'rejected':
      return stepOf(team, { ...shared, step: 'rejected' })
    case 'withdrawn': {
      const until = team.time.permitted ? team.until : undefined
      return stepOf(team, { ...shared, step: 'withdrawn', why: ofPeople(team, enrolment.revive).why, until })
    }
  }
}

/**
 * The one next step: of the first stage that the team has not passed, or of the last stage if it has passed all.
 * `later` are the steps of the stages after enrolment, in order; undefined: the stage has no step yet.
 */
export const journeyOf = (
  team: TeamFacts,
  enrolment: EnrolmentFacts | undefined,
  later: readonly (Step | undefined)[] = [],
): Step => {
  const first = teamStep(team, enrolment) ?? enrolmentStep(team, enrolment)
  const steps = [first, ...later.filter((step) => step !== undefined)]
  return steps.find(({ isPassed }) => !isPassed) ?? steps.at(-1)!
}

export interface VisitorFacts {
  activityId: ActivityId
  /** Whether a new team could enrol now. */
  time: Verdict
  isSignedIn: boolean
  /** An expert: they judge and are not asked to take part. Nothing keeps them from it. */
  isExpert: boolean
  isComplete: boolean
  /** Pending invitations of this user to teams of the activity. */
  invitations: number
}

/** The step of a user without a team in the activity. */
export const visitorStep = (facts: VisitorFacts): Step => {
  const { activityId, time, isSignedIn, isExpert, isComplete, invitations } = facts
  const here = activityPath(activityId)
  const step = (name: JourneyStepName, link: string): Step => ({
    step: name,
    turn: time.permitted ? 'own' : 'none',
    isDone: false,
    isPassed: false,
    link,
    until: undefined,
    why: time,
    reason: null,
    values: { count: invitations },
  })
  if (!time.permitted) return step('refused', here)
  if (!isSignedIn) return step('signIn', `/account/Login?redirect=${encodeURIComponent(here)}`)
  if (isExpert && invitations === 0) return step('judge', '/Review')
  if (!isComplete) return step('complete', completionPath(here))
  return invitations > 0 ? step('invited', '/account/Team') : step('team', `/account/Team/Create/${activityId}`)
}
