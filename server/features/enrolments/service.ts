import type { EnrolmentState, EventKind } from '@lectern/contract/enrolment-values.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/enrolments.ts'
import { askedAnswers } from '@lectern/contract/form-values.ts'
import type { EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { once } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { permit } from '../../platform/policy.ts'
import { audit } from '../audit/service.ts'
import { giveNumber } from '../competition/service.ts'
import { holdOwnTeam, nameOf, type TeamView } from '../teams/service.ts'
import { holdEnrolment, requireEnrolment } from './enrolment-view.ts'
import { forgetAnswers } from './erase.ts'
import { changedAnswers, checkWorkingAnswers, workingAnswers } from './known-answers.ts'
import { isLate, actsForTeam, mayEdit, mayRevive, maySubmit, mayWithdraw, type EnrolmentView } from './policy.ts'
import {
  countSubmissions,
  enrolmentColumns,
  enrolmentsOf,
  eventsOf,
  findEnrolmentOf,
  type FoundEnrolment,
} from './queries.ts'
import { tellPeople } from './notices.ts'
import { profileAnswers } from './profile-answers.ts'
import { receiptWriter } from './receipt.ts'
import { enrolment, enrolmentEvent, type TeamSnapshot } from './tables.ts'
import { leaveWaitingList, takePlaceFor } from './waiting-places.ts'

export { isUpcoming, wantsToKnowOpening } from './openings.ts'
export { extensionNotices } from './extensions.ts'
export { noticesOf, requireNotice, tellPeople } from './notices.ts'
export { requireEnrolment } from './enrolment-view.ts'
export { readEnrolmentFacts } from './journey-facts.ts'
export type { FoundEnrolment } from './queries.ts'

export const listEvents = (ctx: Ctx, id: EnrolmentId) => eventsOf(ctx.db, { id })

export const listMyEnrolments = (ctx: SignedIn) => enrolmentsOf(ctx.db, ctx.actor.id)

export const captainOf = ({ members }: TeamView) => members.find(({ role }) => role === 'captain')!.account

interface Move {
  kind: EventKind
  to: EnrolmentState
  changes?: Partial<typeof enrolment.$inferInsert>
  reason?: string | undefined
  /** Of a submission: the questions that it answers differently. */
  changed?: readonly string[] | undefined
}

/** In a transaction that holds the enrolment: a step on the map, written down where people see it. */
export const moveEnrolment = async (
  ctx: Ctx,
  { id, state }: { id: EnrolmentId; state: EnrolmentState | null },
  { kind, to, changes, reason, changed, tellAt }: Move & { tellAt?: Date },
): Promise<FoundEnrolment> => {
  const [moved] = await ctx.db
    .update(enrolment)
    .set({ ...changes, state: to, version: sql`${enrolment.version} + 1`, updatedAt: ctx.now })
    .where(eq(enrolment.id, id))
    .returning(enrolmentColumns)
  await ctx.db.insert(enrolmentEvent).values({
    id: newId<string>(ctx.now),
    enrolmentId: id,
    at: ctx.now,
    kind,
    accountId: ctx.actor.kind === 'account' ? ctx.actor.id : null,
    fromState: state,
    toState: to,
    reason: reason ?? null,
    tellAt: tellAt ?? null,
    changed: changed ? [...changed] : null,
  })
  return moved!
}

/** What a decision leaves in the enrolment; whatever happens next, it is none any more. */
const undecided = { decidedBy: null, decidedAt: null, reason: null, resubmitBy: null }

const withoutAmendment = { amendment: null, amendmentStartedAt: null }

const movedView = (view: EnrolmentView, moved: FoundEnrolment): EnrolmentView => ({
  ...view,
  team: { ...view.team, enrolment: moved, waiting: undefined },
  enrolment: moved,
})

/** Does a step once, and gives the enrolment as it is afterwards: it is read again only for calls that come again. */
const stepOnce = async (
  outer: SignedIn,
  id: EnrolmentId,
  call: Parameters<typeof once>[1],
  work: (ctx: SignedIn) => Promise<EnrolmentView>,
): Promise<EnrolmentView> => {
  const done: { view?: EnrolmentView } = {}
  await once(outer, call, async (ctx) => {
    done.view = await work(ctx)
    return {}
  })
  return done.view ?? requireEnrolment(outer, id)
}

/** Begins a draft; there is one enrolment for a team, whoever clicks how often. */
export const startEnrolment = async (outer: SignedIn, teamId: TeamId, key: string | undefined) => {
  const call = { scope: `enrolment.start ${outer.actor.id}`, key, input: teamId }
  const { id } = await once(outer, call, async (ctx) => {
    const team = await holdOwnTeam(ctx, teamId)
    const existing = await findEnrolmentOf(ctx.db, teamId)
    if (existing) return { id: existing }
    const made = newId<EnrolmentId>(ctx.now)
    const row = { id: made, activityId: team.activityId, teamId, state: 'draft' as const }
    const onBehalf = actsForTeam({ team }, ctx.actor)
    permit(mayEdit({ enrolment: blank(row), team, isComplete: () => true }, ctx.actor.id, ctx, { onBehalf }))
    const answers = profileAnswers(team, ctx.actor.id)
    await ctx.db.insert(enrolment).values({ ...row, answers, createdAt: ctx.now, updatedAt: ctx.now })
    await audit(ctx, 'enrolment.created', {
      subject: { kind: 'enrolment', id: made },
      after: { team: teamId },
      ...(onBehalf && { onBehalfOf: captainOf(team).id }),
    })
    const filled = Object.keys(answers)
    if (filled.length > 0)
      await audit(ctx, 'enrolment.answered', {
        subject: { kind: 'enrolment', id: made },
        after: { fields: filled },
        ...(onBehalf && { onBehalfOf: captainOf(team).id }),
      })
    return { id: made }
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

interface Pictured extends Pick<TeamView, 'name' | 'slogan'> {
  members: readonly (Pick<TeamView['members'][number], 'role'> & {
    account: Parameters<typeof nameOf>[0] &
      Pick<TeamView['members'][number]['account'], 'id' | 'school' | 'department' | 'title' | 'province' | 'city'>
  })[]
}

export const snapshotOf = ({ name, slogan, members }: Pictured): TeamSnapshot => ({
  name,
  slogan,
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
 * Everything is asked again here, with the team, the enrolment and the activity's places held, in this order. What was submitted before stands
 * until this is committed: an amendment keeps place and number.
 */
export const submitEnrolment = (
  outer: SignedIn,
  id: EnrolmentId,
  { version, amendment }: BodyOf<typeof contract.submitEnrolment>,
  key: string | undefined,
): Promise<EnrolmentView> => {
  const call = { scope: `enrolment.submit ${outer.actor.id}`, key, input: [id, version, amendment] }
  return stepOnce(outer, id, call, async (ctx) => {
    const view = await holdEnrolment(ctx, id, version)
    const { team, enrolment: before } = view
    const captain = captainOf(team)
    const onBehalf = actsForTeam(view, ctx.actor)
    permit(maySubmit(view, ctx.actor.id, ctx, { withGrace: true, onBehalf }))
    // Whoever submits changes has read them as they are now.
    if (before.state === 'submitted' && amendment !== before.amendmentVersion) throw fail('resource.changed')
    // What was typed into questions that are not asked is not submitted.
    const answers = askedAnswers(team.activity.fields, workingAnswers(view))
    const { problems, files } = await checkWorkingAnswers(ctx, view)
    if (problems.length > 0) throw fail('enrolment.answersIncomplete', { count: problems.length })
    // What was returned or is amended holds its place still.
    if (before.state === 'draft') await takePlaceFor(ctx, team)
    const numbered = before.number === null ? await giveNumber(ctx, team.activity) : { number: before.number }
    const inGrace = isLate(view, ctx)
    const snapshot = snapshotOf(team)
    const changed = before.state === 'draft' ? undefined : changedAnswers(before.answers, answers)
    const moved = await moveEnrolment(ctx, before, {
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
    })
    await audit(ctx, 'enrolment.submitted', {
      subject: { kind: 'enrolment', id },
      before: { state: before.state },
      after: { state: 'submitted', number: numbered.number, inGrace, ...(changed && { changed }) },
      ...(onBehalf && { onBehalfOf: captain.id }),
    })
    const { number } = numbered
    const submission = before.number === null ? 1 : await countSubmissions(ctx.db, id)
    const inLetter = receiptWriter({ view, number, at: ctx.now, snapshot, files, answers, submission, changed })
    const namedInLetter = snapshot.members.map(({ accountId }) => accountId)
    const what = onBehalf ? 'submittedForYou' : before.state === 'submitted' ? 'amended' : 'submitted'
    const values = { submission }
    await tellPeople(ctx, team, what, { id, number, values, inLetter, namedInLetter })
    return movedView(view, moved)
  })
}

export const withdrawEnrolment = (
  outer: SignedIn,
  id: EnrolmentId,
  { version, reason }: BodyOf<typeof contract.withdrawEnrolment>,
  key: string | undefined,
): Promise<EnrolmentView> => {
  const call = { scope: `enrolment.withdraw ${outer.actor.id}`, key, input: [id, version, reason] }
  return stepOnce(outer, id, call, async (ctx) => {
    const view = await holdEnrolment(ctx, id, version)
    permit(mayWithdraw(view, ctx.actor.id, ctx))
    await leaveWaitingList(ctx, view.team)
    const moved = await moveEnrolment(ctx, view.enrolment, {
      kind: 'withdrawal',
      to: 'withdrawn',
      reason,
      changes: undecided,
    })
    await audit(ctx, 'enrolment.withdrawn', {
      subject: { kind: 'enrolment', id },
      before: { state: view.enrolment.state },
      after: { state: 'withdrawn', reason },
    })
    await tellPeople(ctx, view.team, 'withdrawn', { id, number: view.enrolment.number })
    return movedView(view, moved)
  })
}

/** In a transaction that holds the team, in which nobody is any more. What was rejected stays so. */
export const abandonEnrolment = async (ctx: Ctx, team: TeamView): Promise<void> => {
  const { enrolment: found } = team
  if (!found) return
  await leaveWaitingList(ctx, team)
  await forgetAnswers(ctx.db, found.id)
  if (found.state !== 'draft') return
  await moveEnrolment(
    ctx,
    { id: found.id, state: 'draft' },
    { kind: 'withdrawal', to: 'withdrawn', changes: undecided },
  )
  await audit(ctx, 'enrolment.withdrawn', {
    subject: { kind: 'enrolment', id: found.id },
    before: { state: 'draft' },
    after: { state: 'withdrawn' },
  })
}

export const reviveEnrolment = (
  outer: SignedIn,
  id: EnrolmentId,
  version: number,
  key: string | undefined,
): Promise<EnrolmentView> => {
  const call = { scope: `enrolment.revive ${outer.actor.id}`, key, input: [id, version] }
  return stepOnce(outer, id, call, async (ctx) => {
    const view = await holdEnrolment(ctx, id, version)
    permit(mayRevive(view, ctx.actor.id, ctx))
    // Nothing stands any more beside which changes could wait.
    const changes = { answers: workingAnswers(view), ...withoutAmendment }
    const moved = await moveEnrolment(ctx, view.enrolment, { kind: 'revival', to: 'draft', changes })
    await audit(ctx, 'enrolment.revived', {
      subject: { kind: 'enrolment', id },
      before: { state: 'withdrawn' },
      after: { state: 'draft' },
    })
    return movedView(view, moved)
  })
}
