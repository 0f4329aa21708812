import { stagePhases } from '@lectern/contract/competition-values.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Task } from '../../platform/feature.ts'
import { deadlineOf, isFull, isOpen, readContest } from '../competition/service.ts'
import { bearerOf } from '../sign-in/service.ts'
import { dueOf, listMyTeams, pendingFor, roleIn, viewTeams, type TeamView } from '../teams/service.ts'
import { stepOfTeam } from './next-step.ts'
import type { FoundEnrolment } from './queries.ts'
import { listMyEnrolments } from './service.ts'

type Concerned = Pick<Task, 'about' | 'values' | 'timeZone'>

const aboutTeam = ({ locale }: SignedIn, { id, name, activity }: TeamView): Concerned => ({
  about: id,
  values: { team: name, activity: localize(activity.name, locale).text },
  timeZone: activity.edition.timeZone,
})

/** Invitations that wait for an answer. */
const invitationTasks = async (ctx: SignedIn): Promise<Task[]> => {
  const waiting = await pendingFor(ctx.db, bearerOf(ctx.actor)!.account, ctx.now)
  const views = await viewTeams(ctx, [...new Set(waiting.map(({ teamId }) => teamId))])
  // Who was asked twice by the same team, by name and by address, has one answer to give.
  return views.map((view) => {
    const until = waiting.find(({ teamId }) => teamId === view.id)?.expiresAt
    return { name: 'invitation', isDone: false, isDue: true, link: '/account/Team', until, ...aboutTeam(ctx, view) }
  })
}

/** What is left to do with a team: for this person, or for others in it. */
const ofTeam = async (ctx: SignedIn, team: TeamView, found: FoundEnrolment | undefined): Promise<Task[]> => {
  const { step, verdict } = await stepOfTeam(ctx, team, found)
  const { enrolment, activityId } = team
  const concerned = aboutTeam(ctx, team)
  const form = `/EnrollFor/${activityId}/Form?${enrolment ? `enrolment=${enrolment.id}` : `team=${team.id}`}`
  const isMine = verdict?.permitted !== false && (step !== 'gather' || roleIn(team, ctx.actor.id) === 'captain')
  const until = dueOf(team)
  const links = {
    gather: `/account/Team/Add?id=${team.id}`,
    fill: form,
    submit: `${form}#check`,
    joinWaitingList: `${form}#check`,
    amend: form,
    resubmit: form,
  }
  switch (step) {
    case 'gather':
    case 'fill':
    case 'submit':
    case 'joinWaitingList':
    case 'amend':
    case 'resubmit': {
      const name = team.waiting ? 'takePlace' : step
      if (isMine) return [{ name, isDone: false, isDue: true, link: links[step], until, ...concerned }]
      // What only others can do is still theirs to follow, while it can be done at all.
      const look = enrolment ? form : `/account/Team/basic?id=${team.id}`
      return until && until > ctx.now
        ? [{ name: `others.${step}`, isDone: false, isOthers: true, isDue: true, link: look, until, ...concerned }]
        : []
    }
    case 'onWaitingList': {
      const values = { ...concerned.values, position: String(team.waiting?.position ?? '') }
      return [{ name: step, isDone: false, isOthers: true, link: form, ...concerned, values }]
    }
    case 'wait':
    case 'done':
      return [{ name: step === 'wait' ? 'submitted' : 'approved', isDone: true, link: form, ...concerned }]
    default:
      return []
  }
}

/** Somebody who is in no team yet, while there is something to enter. */
const firstTask = async (ctx: SignedIn): Promise<Task[]> => {
  const { edition, activities, phases } = await readContest(ctx)
  const open = activities.flatMap((activity) => {
    const window = deadlineOf(phases, activity.id, stagePhases.enrolment)
    return window && isOpen(window, ctx.now) && !isFull(activity) ? [window.closesAt] : []
  })
  const [first] = open.toSorted((one, other) => one.getTime() - other.getTime())
  if (!edition || !first) return []
  return [{ name: 'enrol', isDone: false, link: '/EnrollFor', until: first, timeZone: edition.timeZone }]
}

const urgencyOf = ({ until }: Task): number => until?.getTime() ?? Number.POSITIVE_INFINITY

/** Over one's teams and enrolments: what is due first comes first. Organisers look after others'. */
export const contestTasks = async (ctx: SignedIn): Promise<Task[]> => {
  const teams = await listMyTeams(ctx)
  const invitations = await invitationTasks(ctx)
  const tasks = [...invitations]
  const enrolments = new Map((await listMyEnrolments(ctx)).map((enrolment) => [enrolment.teamId, enrolment]))
  for (const team of teams) tasks.push(...(await ofTeam(ctx, team, enrolments.get(team.id))))
  if (teams.length === 0 && invitations.length === 0 && ctx.actor.access === 'user')
    tasks.push(...(await firstTask(ctx)))
  return tasks.toSorted(
    (one, other) =>
      Number(one.isDone) - Number(other.isDone) ||
      (urgencyOf(one) === urgencyOf(other) ? 0 : urgencyOf(one) - urgencyOf(other)),
  )
}
