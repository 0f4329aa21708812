import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { Enrolment, EnrolmentHead } from '@lectern/contract/enrolments/enrolments.ts'
import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import { askedAnswers, showField } from '@lectern/contract/enrolments/form-values.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { isOrganiser, refusalText, type Verdict } from '../../platform/policy.ts'
import type { FilesById } from '../files/service.ts'
import { whyNotOnBehalf } from '../steps/service.ts'
import { nameOf, presentWaiting, resubmitByOf, roleIn, type Journeys, type TeamView } from '../teams/service.ts'
import { nameOfActor, actorText } from './office/event-actors.ts'
import { changedAnswers, checkAnswers, checkWorkingAnswers, knownFiles } from './answers/working-answers.ts'
import {
  actsForTeam,
  mayDiscardAmendment,
  mayEdit,
  mayRevive,
  mayStartAmendment,
  mayStopWaiting,
  maySubmit,
  mayWait,
  mayWithdraw,
  type EnrolmentView,
} from './policy.ts'
import type { FoundEnrolment } from './queries.ts'
import { withProfile } from './answers/profile-answers.ts'
import { presentSentTeam } from './receipts/sent-team.ts'
import { listEvents } from './service.ts'

const presentActivity = (ctx: Ctx, { activity }: TeamView) => {
  const { text, locale } = localize(activity.name, ctx.locale)
  return { id: activity.id, code: activity.code, name: text, locale }
}

const toIso = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null

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

/** Organisers see who decided; a team sees only that an organiser did. */
const presentEvents = async (
  ctx: SignedIn,
  { enrolment: { id }, team }: EnrolmentView,
): Promise<Enrolment['events']> => {
  const labelsOf = (ids: readonly string[]): string[] =>
    team.activity.fields.filter((field) => ids.includes(field.id)).map(({ label }) => localize(label, ctx.locale).text)
  let submissions = 0
  return (await listEvents(ctx, id)).map(({ at, changed, ...event }) => {
    const isSubmission = event.kind === 'submission'
    if (isSubmission) submissions += 1
    return {
      at: at.toISOString(),
      kind: event.kind,
      state: event.state,
      by: isOrganiser(ctx.actor, 'activity') ? nameOfActor(event) : actorText(event, ctx.locale),
      reason: event.reason,
      submission: isSubmission ? submissions : null,
      changed: changed && labelsOf(changed),
    }
  })
}

/**
 * The team sees everything it typed. Organisers see what would be submitted: no answers to questions that are not
 * shown.
 */
const readableAnswers = (ctx: SignedIn, view: EnrolmentView, answers: Answers): Answers =>
  actsForTeam(view, ctx.actor) ? askedAnswers(view.team.activity.fields, answers) : answers

const presentAmendment = (ctx: SignedIn, view: EnrolmentView, files: FilesById): Enrolment['amendment'] => {
  const { answers, amendment: draft, amendmentVersion, amendmentStartedAt } = view.enrolment
  if (!draft || !amendmentStartedAt) return null
  const amendment = readableAnswers(ctx, view, draft)
  return {
    version: amendmentVersion,
    startedAt: amendmentStartedAt.toISOString(),
    answers: amendment,
    ...checkAnswers(ctx, view, amendment, files),
    changed: changedAnswers(answers, askedAnswers(view.team.activity.fields, amendment)),
  }
}

/** `whyNot`: the reason of an organiser who may not act on the team's behalf. */
const presentMay = (ctx: SignedIn, view: EnrolmentView, whyNot: string | null): Enrolment['may'] => {
  const why = (verdict: Verdict): string | null => whyNot ?? refusalText(verdict, ctx.locale)
  const who = ctx.actor.id
  const onBehalf = actsForTeam(view, ctx.actor)
  return {
    edit: why(mayEdit(view, who, ctx, { onBehalf })),
    submit: why(maySubmit(view, who, ctx, { onBehalf })),
    withdraw: why(mayWithdraw(view, who, ctx)),
    revive: why(mayRevive(view, who, ctx)),
    startAmendment: why(mayStartAmendment(view, who, ctx, { onBehalf })),
    discardAmendment: why(mayDiscardAmendment(view, who, { onBehalf })),
    wait: why(mayWait(view, who, ctx)),
    stopWaiting: why(mayStopWaiting(view, who)),
  }
}

export const presentEnrolment = async (ctx: SignedIn, view: EnrolmentView): Promise<Enrolment> => {
  const { enrolment, team } = view
  const events = await presentEvents(ctx, view)
  const answers = readableAnswers(ctx, view, enrolment.answers)
  const fileFacts = await knownFiles(ctx, view, enrolment.answers, enrolment.amendment ?? {})
  return {
    id: enrolment.id,
    number: enrolment.number,
    state: enrolment.state,
    version: enrolment.version,
    activity: { ...presentActivity(ctx, team), timeZone: team.activity.edition.timeZone },
    closesAt: toIso(team.deadlines[stagePhases.enrolment]?.closesAt),
    isExtended: team.deadlines[stagePhases.enrolment]?.isExtended ?? false,
    resubmitBy: toIso(resubmitByOf({ ...team, enrolment })),
    team: {
      id: team.id,
      name: team.name,
      slogan: team.slogan,
      institution: team.institutionName && localize(team.institutionName, ctx.locale).text,
      people: presentPeople(view),
    },
    fields: team.activity.fields.map((field) => withProfile(showField(field, ctx.locale), team, ctx.actor.id)),
    answers,
    amendment: presentAmendment(ctx, view, fileFacts),
    ...checkAnswers(ctx, view, answers, fileFacts),
    submittedAt: toIso(enrolment.submittedAt),
    submissions: Math.max(0, ...events.map(({ submission }) => submission ?? 0)),
    sentTeam: presentSentTeam(view.enrolment.snapshot, ctx.locale),
    decidedAt: toIso(enrolment.decidedAt),
    reason: enrolment.reason,
    events,
    waiting: presentWaiting(team),
    may: presentMay(ctx, view, await whyNotOnBehalf(ctx, team)),
  }
}

/** The version of what was saved: the amendment's, where the enrolment itself does not change. */
export const presentSaved = async (ctx: SignedIn, view: EnrolmentView) => ({
  version: view.enrolment.state === 'submitted' ? view.enrolment.amendmentVersion : view.enrolment.version,
  savedAt: ctx.now.toISOString(),
  ...(await checkWorkingAnswers(ctx, view)),
})

export const presentHeads = (
  ctx: SignedIn,
  enrolments: readonly FoundEnrolment[],
  teams: readonly TeamView[],
  journeys: Journeys,
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
        next: journeys.get(team.id)!,
        submittedAt: toIso(enrolment.submittedAt),
        isAmended: enrolment.state === 'submitted' && enrolment.amendment !== null,
        timeZone: team.activity.edition.timeZone,
      },
    ]
  })
