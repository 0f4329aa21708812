import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import { deadlineOf, readContest } from '../competition/service.ts'
import { stepOfTeam } from '../enrolments/service.ts'
import { listMyTeams, pendingFor, roleIn, viewTeams, type TeamView } from '../teams/service.ts'
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
  return waiting.flatMap(({ teamId, expiresAt }) => {
    const view = views.find(({ id }) => id === teamId)
    if (!view) return []
    return [{ name: 'invitation', isDone: false, link: '/account/Team', until: expiresAt, ...aboutTeam(ctx, view) }]
  })
}

/** What is left to do with a team, for this person; what only others can do is no task. */
const ofTeam = async (ctx: SignedIn, team: TeamView): Promise<Errand[]> => {
  const { step, verdict } = await stepOfTeam(ctx, team)
  const { enrolment, deadline, activityId } = team
  const concerned = aboutTeam(ctx, team)
  const form = enrolment ? `/EnrollFor/${activityId}/Form?enrolment=${enrolment.id}` : `/EnrollFor/${activityId}`
  const isMine = verdict?.permitted !== false
  const until = deadline?.closesAt
  switch (step) {
    case 'gather':
      return roleIn(team, ctx.actor.id) === 'captain'
        ? [{ name: 'gather', isDone: false, link: `/account/Team/Add?id=${team.id}`, until, ...concerned }]
        : []
    case 'fill':
      return isMine ? [{ name: 'fill', isDone: false, link: form, until, ...concerned }] : []
    case 'submit':
      return isMine ? [{ name: 'submit', isDone: false, link: `${form}#check`, until, ...concerned }] : []
    case 'resubmit': {
      const by = enrolment?.resubmitBy ?? until
      return isMine ? [{ name: 'resubmit', isDone: false, link: form, until: by, ...concerned }] : []
    }
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
    return window && window.opensAt <= ctx.now && ctx.now < window.closesAt ? [window.closesAt] : []
  })
  const [last] = open.toSorted((one, other) => other.getTime() - one.getTime())
  if (!edition || !last) return []
  return [{ name: 'enrol', isDone: false, link: '/EnrollFor', until: last, timeZone: edition.timeZone }]
}

const dueOf = ({ until }: Errand): number => until?.getTime() ?? Number.POSITIVE_INFINITY

/** Over one's teams and enrolments: what is due first comes first. Organisers look after others'. */
export const contestTasks: TaskSource = async (ctx, bearer) => {
  const teams = await listMyTeams(ctx)
  const invitations = await invitationTasks(ctx, bearer)
  const errands = [...invitations]
  for (const team of teams) errands.push(...(await ofTeam(ctx, team)))
  if (teams.length === 0 && invitations.length === 0 && ctx.actor.access === 'user')
    errands.push(...(await firstTask(ctx)))
  return errands.toSorted(
    (one, other) =>
      Number(one.isDone) - Number(other.isDone) || (dueOf(one) === dueOf(other) ? 0 : dueOf(one) - dueOf(other)),
  )
}
