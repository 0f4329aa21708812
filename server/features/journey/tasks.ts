import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Task } from '../../platform/feature.ts'
import { deadlineOf, isFull, isOpen, readContest } from '../competition/service.ts'
import { sessionUserOf } from '../sign-in/service.ts'
import { listMyTeams, pendingFor, viewTeams, type TeamView } from '../teams/service.ts'
import type { Step } from './journey.ts'
import { readJourneys } from './service.ts'

type Concerned = Pick<Task, 'about' | 'values' | 'timeZone'>

const aboutTeam = ({ locale }: SignedIn, { id, name, activity }: TeamView): Concerned => ({
  about: id,
  values: { team: name, activity: localize(activity.name, locale).text },
  timeZone: activity.edition.timeZone,
})

/** Pending invitations. */
const invitationTasks = async (ctx: SignedIn): Promise<Task[]> => {
  const waiting = await pendingFor(ctx.db, sessionUserOf(ctx.actor)!.account, ctx.now)
  const views = await viewTeams(ctx, [...new Set(waiting.map(({ teamId }) => teamId))])
  // A user invited twice by the same team, by name and by address, gets one task.
  return views.map((view) => {
    const until = waiting.find(({ teamId }) => teamId === view.id)?.expiresAt
    return { name: 'invitation', isDone: false, isDue: true, link: '/account/Team', until, ...aboutTeam(ctx, view) }
  })
}

/** The open task of a team: for this user, or for others in it. */
const ofTeam = (ctx: SignedIn, team: TeamView, next: Step): Task[] => {
  const { step, turn, isDone, link, until, why, values } = next
  const concerned = aboutTeam(ctx, team)
  // Missing information has tasks of its own, whether or not the user has a team.
  if (step === 'complete') return [{ name: step, isDone, isInformationDeadline: true, link, until, ...concerned }]
  const named = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  const task = { link, until, ...concerned, values: { ...named, ...concerned.values } }
  if (isDone) return [{ ...task, name: step, isDone }]
  if (turn === 'own' && why.permitted) return [{ ...task, name: step, isDone, isDue: true }]
  // A step that others must take, or that is blocked, is listed while it is still possible.
  if (turn === 'none' || (until && until <= ctx.now)) return []
  return [{ ...task, name: `others.${step}`, isDone, isOthers: true, ...(until && { isDue: true as const }) }]
}

/** For a user without a team, while an activity is open. */
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

/** Tasks from the user's teams and enrolments, earliest deadline first. Organisers have other tasks. */
export const contestTasks = async (ctx: SignedIn): Promise<Task[]> => {
  const teams = await listMyTeams(ctx)
  const invitations = await invitationTasks(ctx)
  const tasks = [...invitations]
  const journeys = await readJourneys(ctx, teams)
  for (const team of teams) tasks.push(...ofTeam(ctx, team, journeys.get(team.id)!))
  if (teams.length === 0 && invitations.length === 0 && ctx.actor.access === 'user')
    tasks.push(...(await firstTask(ctx)))
  return tasks.toSorted(
    (one, other) =>
      Number(one.isDone) - Number(other.isDone) ||
      (urgencyOf(one) === urgencyOf(other) ? 0 : urgencyOf(one) - urgencyOf(other)),
  )
}
