import type { Enrolment, EnrolmentHead } from '@lectern/contract/enrolments.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { isOrganiser, tellRefusal, type Verdict } from '../../platform/policy.ts'
import { nameOf, resubmitByOf, roleIn, type TeamView } from '../teams/service.ts'
import { showField } from './answers.ts'
import { nameOfDoer, tellDoer } from './doers.ts'
import { isOnBehalf, mayEdit, mayRevive, maySubmit, mayWithdraw, type EnrolmentView } from './policy.ts'
import type { FoundEnrolment } from './queries.ts'
import { presentSentTeam } from './sent-team.ts'
import { knownFiles, listEvents, problemsOf } from './service.ts'

const presentActivity = (ctx: Ctx, { activity }: TeamView) => {
  const { text, locale } = localize(activity.name, ctx.locale)
  return { id: activity.id, code: activity.code, name: text, locale }
}

const told = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null

const presentPeople = ({ team, isComplete }: EnrolmentView): Enrolment['team']['people'] =>
  team.members.map((member) => ({
    uid: member.account.id,
    name: nameOf(member.account),
    role: member.role,
    school: member.account.school,
    department: member.account.department,
    title: member.account.title,
    isComplete: isComplete(member),
  }))

/** Organisers see who decided; a team sees that they did. */
const presentEvents = async (ctx: SignedIn, { enrolment: { id } }: EnrolmentView): Promise<Enrolment['events']> =>
  (await listEvents(ctx, id)).map(({ at, ...doer }) => ({
    at: at.toISOString(),
    state: doer.state,
    by: isOrganiser(ctx.actor) ? nameOfDoer(doer) : tellDoer(doer, ctx.locale),
    reason: doer.reason,
  }))

const presentMay = (ctx: SignedIn, view: EnrolmentView): Enrolment['may'] => {
  const why = (verdict: Verdict): string | null => tellRefusal(verdict, ctx.locale)
  const who = ctx.actor.id
  const onBehalf = isOnBehalf(view, ctx.actor)
  return {
    edit: why(mayEdit(view, who, ctx, { onBehalf })),
    submit: why(maySubmit(view, who, ctx, { onBehalf })),
    withdraw: why(mayWithdraw(view, who, ctx)),
    revive: why(mayRevive(view, who, ctx)),
  }
}

export const presentEnrolment = async (ctx: SignedIn, view: EnrolmentView): Promise<Enrolment> => {
  const { enrolment, team } = view
  return {
    id: enrolment.id,
    number: enrolment.number,
    state: enrolment.state,
    version: enrolment.version,
    activity: { ...presentActivity(ctx, team), timeZone: team.activity.edition.timeZone },
    closesAt: told(team.deadline?.closesAt),
    isExtended: team.deadline?.isExtended ?? false,
    resubmitBy: told(resubmitByOf({ ...team, enrolment })),
    team: { id: team.id, name: team.name, slogan: team.slogan, people: presentPeople(view) },
    fields: team.activity.fields.map((field) => showField(field, ctx.locale)),
    answers: enrolment.answers,
    files: [...(await knownFiles(ctx, view, enrolment.answers)).values()],
    problems: await problemsOf(ctx, view),
    submittedAt: told(enrolment.submittedAt),
    sentTeam: presentSentTeam(view.enrolment.snapshot, ctx.locale),
    decidedAt: told(enrolment.decidedAt),
    reason: enrolment.reason,
    events: await presentEvents(ctx, view),
    may: presentMay(ctx, view),
  }
}

export const presentSaved = async (ctx: SignedIn, view: EnrolmentView) => ({
  version: view.enrolment.version,
  savedAt: ctx.now.toISOString(),
  files: [...(await knownFiles(ctx, view, view.enrolment.answers)).values()],
  problems: await problemsOf(ctx, view),
})

export const presentHeads = (
  ctx: SignedIn,
  enrolments: readonly FoundEnrolment[],
  teams: readonly TeamView[],
): EnrolmentHead[] =>
  enrolments.flatMap((enrolment) => {
    const team = teams.find(({ id }) => id === enrolment.teamId)
    if (!team) return []
    return [
      {
        id: enrolment.id,
        number: enrolment.number,
        state: enrolment.state,
        activity: presentActivity(ctx, team),
        team: { id: team.id, name: team.name, role: roleIn(team, ctx.actor.id) ?? 'advisor' },
        closesAt: told(team.deadline?.closesAt),
        resubmitBy: told(resubmitByOf({ ...team, enrolment })),
        submittedAt: told(enrolment.submittedAt),
        timeZone: team.activity.edition.timeZone,
      },
    ]
  })
