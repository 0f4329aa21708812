import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import { deadlineOf, isOpen, readContest } from '../competition/service.ts'
import { listMyEnrolments, stepOfTeam, type FoundEnrolment } from '../enrolments/service.ts'
import { dueOf, listMyTeams, pendingFor, roleIn, viewTeams, type TeamView } from '../teams/service.ts'
import type { Errand, TaskSource } from './tasks.ts'

type Concerned = Pick<Errand, 'about' | 'values' | 'timeZone'>

const aboutTeam = ({ locale }: SignedIn, { id, name, activity }: TeamView): Concerned => ({
  about: id,
  values: { team: name, activity: localize(activity.name, locale).text },
  timeZone: activity.edition.timeZone,
})

/** Invitations that wait for an answer. */
const invitationTasks: TaskSource = async (ctx, { account }) => {
  const waiting = await pendingFor(ctx.db, account, ctx.now)
  const views = await viewTeams(ctx, [...new Set(waiting.map(({ teamId }) => teamId))])
  // Who was asked twice by the same team, by name and by address, has one answer to give.
  return views.map((view) => {
    const until = waiting.find(({ teamId }) => teamId === view.id)?.expiresAt
    return { name: 'invitation', isDone: false, link: '/account/Team', until, ...aboutTeam(ctx, view) }
  })
}

/** What is left to do with a team, for this person; what only others can do is no task. */
const ofTeam = async (ctx: SignedIn, team: TeamView, found: FoundEnrolment | undefined): Promise<Errand[]> => {
  const { step, verdict } = await stepOfTeam(ctx, team, found)
  const { enrolment, activityId } = team
  const concerned = aboutTeam(ctx, team)
  const form = enrolment ? `/EnrollFor/${activityId}/Form?enrolment=${enrolment.id}` : `/EnrollFor/${activityId}`
  const isMine = verdict?.permitted !== false
  const until = dueOf(team)
  switch (step) {
    case 'gather':
      return roleIn(team, ctx.actor.id) === 'captain'
        ? [{ name: 'gather', isDone: false, link: `/account/Team/Add?id=${team.id}`, until, ...concerned }]
        : []
    case 'fill':
      return isMine ? [{ name: 'fill', isDone: false, link: form, until, ...concerned }] : []
    case 'submit':
      return isMine ? [{ name: 'submit', isDone: false, link: `${form}#check`, until, ...concerned }] : []
    case 'amend':
      return isMine ? [{ name: 'amend', isDone: false, link: form, until, ...concerned }] : []
    case 'resubmit':
      return isMine ? [{ name: 'resubmit', isDone: false, link: form, until, ...concerned }] : []
    case 'wait':
    case 'done':
      return [{ name: step === 'wait' ? 'submitted' : 'approved', isDone: true, link: form, ...concerned }]
    default:
      return []
  }
}

/** Somebody who is in no team yet, while there is something to enter. */
const firstTask = async (ctx: SignedIn): Promise<Errand[]> => {
  const { edition, activities, phases } = await readContest(ctx)
  const open = activities.flatMap(({ id }) => {
    const window = deadlineOf(phases, id, 'enrolment')
    return window && isOpen(window, ctx.now) ? [window.closesAt] : []
  })
  const [last] = open.toSorted((one, other) => other.getTime() - one.getTime())
  if (!edition || !last) return []
  return [{ name: 'enrol', isDone: false, link: '/EnrollFor', until: last, timeZone: edition.timeZone }]
}

const urgencyOf = ({ until }: Errand): number => until?.getTime() ?? Number.POSITIVE_INFINITY

/** Over one's teams and enrolments: what is due first comes first. Organisers look after others'. */
export const contestTasks: TaskSource = async (ctx, bearer) => {
  const teams = await listMyTeams(ctx)
  const invitations = await invitationTasks(ctx, bearer)
  const errands = [...invitations]
  const enrolments = new Map((await listMyEnrolments(ctx)).map((enrolment) => [enrolment.teamId, enrolment]))
  for (const team of teams) errands.push(...(await ofTeam(ctx, team, enrolments.get(team.id))))
  if (teams.length === 0 && invitations.length === 0 && ctx.actor.access === 'user')
    errands.push(...(await firstTask(ctx)))
  return errands.toSorted(
    (one, other) =>
      Number(one.isDone) - Number(other.isDone) ||
      (urgencyOf(one) === urgencyOf(other) ? 0 : urgencyOf(one) - urgencyOf(other)),
  )
}
