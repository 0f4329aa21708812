import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/enrolments/enrolments.ts'
import { askedAnswers } from '@lectern/contract/enrolments/form-values.ts'
import type { EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { permit, permitted } from '../../platform/policy.ts'
import { audit } from '../audit/service.ts'
import { assignNumber } from '../competition/service.ts'
import { requireOnBehalf, takeStep, undecided } from '../steps/service.ts'
import { lockOwnTeam, nameOf, type TeamView } from '../teams/service.ts'
import { requireEnrolment } from './enrolment-view.ts'
import { forgetAnswers } from './answers/erase.ts'
import { changedAnswers, checkWorkingAnswers, workingAnswers } from './answers/working-answers.ts'
import { isLate, actsForTeam, mayEdit, mayRevive, maySubmit, mayWithdraw, type EnrolmentView } from './policy.ts'
import { countSubmissions, enrolmentsOf, eventsOf, findEnrolmentOf } from './queries.ts'
import { notifyPeople } from './notices/notices.ts'
import { enrolmentStages } from './ports.ts'
import { profileAnswers } from './answers/profile-answers.ts'
import { receiptWriter } from './receipts/receipt.ts'
import { captainOf, moveEnrolment, takeEnrolmentStep, type Move } from './steps.ts'
import { enrolment, type TeamSnapshot } from './tables.ts'
import { leaveWaitingList, takeSeatFor } from './waiting/waiting-places.ts'

export { isUpcoming, wantsToKnowOpening } from './openings/openings.ts'
export { extensionNotices } from './extensions/extensions.ts'
export { noticesOf, requireNotice, notifyPeople } from './notices/notices.ts'
export { lockEnrolmentOf, requireEnrolment } from './enrolment-view.ts'
export { readEnrolmentFacts } from './journey-facts.ts'
export { actsForTeam } from './policy.ts'
export { captainOf } from './steps.ts'
export { noticesToTeam } from './notices/notices.ts'
export { findEdition } from './office/chosen-edition.ts'
export { enrolledInstitution, enrolledInstitutionKey, storedInstitution } from './receipts/sent-institution.ts'
export { returnForLevel } from './office/returns-by-levels.ts'
export { enrolmentStages } from './ports.ts'
export { noteReminder, remindersOf, type ReminderKind } from './notices/reminder-notes.ts'

export const listEvents = (ctx: Ctx, id: EnrolmentId) => eventsOf(ctx.db, { id })

export const listMyEnrolments = (ctx: SignedIn) => enrolmentsOf(ctx.db, ctx.actor.id)

const withoutAmendment = { amendment: null, amendmentStartedAt: null }

/**
 * Performs a step once per idempotency key and returns the enrolment after it. Only a repeated request reads it
 * again.
 */
const stepOnce = async (
  outer: SignedIn,
  id: EnrolmentId,
  call: Parameters<typeof withIdempotencyKey>[1],
  work: (ctx: SignedIn) => Promise<EnrolmentView>,
): Promise<EnrolmentView> => {
  const done: { view?: EnrolmentView } = {}
  await withIdempotencyKey(outer, call, async (ctx) => {
    done.view = await work(ctx)
    return {}
  })
  return done.view ?? requireEnrolment(outer, id)
}

/** Starts a draft. A team has one enrolment, however many requests come. */
export const startEnrolment = async (outer: SignedIn, teamId: TeamId, key: string | undefined) => {
  await requireOnBehalf(outer, {
    team: sql`select ${teamId}::uuid`,
    activities: sql`select team.activity_id from team where team.id = ${teamId}`,
  })
  const call = { scope: `enrolment.start ${outer.actor.id}`, key, input: teamId }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
    const team = await lockOwnTeam(ctx, teamId)
    const existing = await findEnrolmentOf(ctx.db, teamId)
    if (existing) return { id: existing }
    const newEnrolment = newId<EnrolmentId>(ctx.now)
    const row = { id: newEnrolment, activityId: team.activityId, teamId, state: 'draft' as const }
    const onBehalf = actsForTeam({ team }, ctx.actor)
    permit(mayEdit({ enrolment: blank(row), team, isComplete: () => true }, ctx.actor.id, ctx, { onBehalf }))
    const answers = profileAnswers(team, ctx.actor.id)
    await ctx.db.insert(enrolment).values({ ...row, answers, createdAt: ctx.now, updatedAt: ctx.now })
    await audit(ctx, 'enrolment.created', {
      subject: { kind: 'enrolment', id: newEnrolment },
      after: { team: teamId },
      ...(onBehalf && { onBehalfOf: captainOf(team).id }),
    })
    const filled = Object.keys(answers)
    if (filled.length > 0)
      await audit(ctx, 'enrolment.answered', {
        subject: { kind: 'enrolment', id: newEnrolment },
        after: { fields: filled },
        ...(onBehalf && { onBehalfOf: captainOf(team).id }),
      })
    return { id: newEnrolment }
  })
  return requireEnrolment(outer, id)
}

type Row = Pick<EnrolmentView['enrolment'], 'id' | 'activityId' | 'teamId' | 'state'>

const blank = (row: Row): EnrolmentView['enrolment'] => ({
  ...row,
  number: null,
  answers: {},
  amendment: null,
  amendmentVersion: 0,
  amendmentStartedAt: null,
  version: 1,
  submittedAt: null,
  inGrace: false,
  resubmitBy: null,
  decidedAt: null,
  reason: null,
  snapshot: null,
})

interface Pictured
  extends Pick<TeamView, 'name' | 'slogan'>, Partial<Pick<TeamView, 'institutionId' | 'institutionName'>> {
  members: readonly (Pick<TeamView['members'][number], 'role'> & {
    account: Parameters<typeof nameOf>[0] &
      Pick<TeamView['members'][number]['account'], 'id' | 'school' | 'department' | 'title' | 'province' | 'city'>
  })[]
}

export const snapshotOf = ({ name, slogan, institutionId, institutionName, members }: Pictured): TeamSnapshot => ({
  name,
  slogan,
  ...(institutionId && institutionName && { institution: { id: institutionId, name: institutionName } }),
  members: members.map(({ role, account }) => ({
    accountId: account.id,
    role,
    name: nameOf(account),
    school: account.school,
    department: account.department,
    title: account.title,
    province: account.province,
    city: account.city,
  })),
})

/**
 * Checks everything again after locking team, enrolment and seats, in this order. The previous submission stands
 * until the commit: an amendment keeps seat and number.
 */
export const submitEnrolment = (
  outer: SignedIn,
  id: EnrolmentId,
  { version, amendment }: BodyOf<typeof contract.submitEnrolment>,
  key: string | undefined,
): Promise<EnrolmentView> => {
  const call = { scope: `enrolment.submit ${outer.actor.id}`, key, input: [id, version, amendment] }
  const may = (ctx: SignedIn) => (view: EnrolmentView) =>
    maySubmit(view, ctx.actor.id, ctx, { withGrace: true, onBehalf: actsForTeam(view, ctx.actor) })
  return stepOnce(outer, id, call, (ctx) =>
    takeEnrolmentStep(ctx, { id, version, may: may(ctx), move: (view) => submissionOf(ctx, view, amendment) }),
  )
}

const submissionOf = async (ctx: SignedIn, view: EnrolmentView, amendment: number | undefined): Promise<Move> => {
  const { team, enrolment: before } = view
  const { id } = before
  const onBehalf = actsForTeam(view, ctx.actor)
  // The amendment may have changed since the user read it.
  if (before.state === 'submitted' && amendment !== before.amendmentVersion) throw fail('resource.changed')
  // Answers to questions that are not shown are not submitted.
  const answers = askedAnswers(team.activity.fields, workingAnswers(view))
  const { problems, files } = await checkWorkingAnswers(ctx, view)
  if (problems.length > 0) throw fail('enrolment.answersIncomplete', { count: problems.length })
  // A returned or amended enrolment still has its seat.
  if (before.state === 'draft') await takeSeatFor(ctx, team)
  const numbered = before.number === null ? await assignNumber(ctx, team.activity) : { number: before.number }
  const { number } = numbered
  const inGrace = isLate(view, ctx)
  const snapshot = snapshotOf(team)
  const changed = before.state === 'draft' ? undefined : changedAnswers(before.answers, answers)
  return {
    kind: 'submission',
    to: 'submitted',
    changed,
    changes: {
      ...undecided,
      ...numbered,
      answers,
      ...(before.amendment && withoutAmendment),
      snapshot,
      inGrace,
      submittedAt: ctx.now,
    },
    action: 'enrolment.submitted',
    logged: { number, inGrace, ...(changed && { changed }) },
    onBehalfOf: onBehalf ? captainOf(team).id : undefined,
    notify: async () => {
      const submission = before.number === null ? 1 : await countSubmissions(ctx.db, id)
      const inLetter = receiptWriter({ view, number, at: ctx.now, snapshot, files, answers, submission, changed })
      const namedInLetter = snapshot.members.map(({ accountId }) => accountId)
      const what = onBehalf ? 'submittedForYou' : before.state === 'submitted' ? 'amended' : 'submitted'
      await notifyPeople(ctx, team, what, { id, number, values: { submission }, inLetter, namedInLetter })
    },
  }
}

export const withdrawEnrolment = (
  outer: SignedIn,
  id: EnrolmentId,
  { version, reason }: BodyOf<typeof contract.withdrawEnrolment>,
  key: string | undefined,
): Promise<EnrolmentView> => {
  const call = { scope: `enrolment.withdraw ${outer.actor.id}`, key, input: [id, version, reason] }
  return stepOnce(outer, id, call, (ctx) =>
    takeEnrolmentStep(ctx, {
      id,
      version,
      may: (view) => mayWithdraw(view, ctx.actor.id, ctx),
      move: async ({ team, enrolment: { number } }) => {
        for (const stage of ctx.installation.ports.all(enrolmentStages)) {
          permit(await stage.mayWithdraw(ctx, team))
          await stage.withdraw(ctx, team)
        }
        await leaveWaitingList(ctx, team)
        return {
          kind: 'withdrawal',
          to: 'withdrawn',
          reason,
          changes: undecided,
          action: 'enrolment.withdrawn',
          logged: { reason },
          notify: () => notifyPeople(ctx, team, 'withdrawn', { id, number }),
        }
      },
    }),
  )
}

/** For a team without members. Requires a transaction that has locked the team. A rejected enrolment stays rejected. */
export const abandonEnrolment = async (ctx: Ctx, team: TeamView): Promise<void> => {
  const { enrolment: current } = team
  if (!current) return
  await leaveWaitingList(ctx, team)
  await forgetAnswers(ctx.db, current.id)
  if (current.state !== 'draft') return
  await takeStep(ctx, {
    lock: async () => ({ id: current.id, state: 'draft' as const }),
    may: () => permitted,
    move: (draft) =>
      moveEnrolment(ctx, draft, {
        kind: 'withdrawal',
        to: 'withdrawn',
        changes: undecided,
        action: 'enrolment.withdrawn',
      }),
  })
}

export const reviveEnrolment = (
  outer: SignedIn,
  id: EnrolmentId,
  version: number,
  key: string | undefined,
): Promise<EnrolmentView> => {
  const call = { scope: `enrolment.revive ${outer.actor.id}`, key, input: [id, version] }
  return stepOnce(outer, id, call, (ctx) =>
    takeEnrolmentStep(ctx, {
      id,
      version,
      may: (view) => mayRevive(view, ctx.actor.id, ctx),
      move: async (view) => ({
        kind: 'revival',
        to: 'draft',
        // No submission is left for an amendment to change.
        changes: { answers: workingAnswers(view), ...withoutAmendment },
        action: 'enrolment.revived',
      }),
    }),
  )
}
