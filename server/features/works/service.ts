import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { EnrolmentId, WorkId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/works/works.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { permit, permitted } from '../../platform/policy.ts'
import { audit } from '../audit/service.ts'
import { actsForTeam, captainOf, requireEnrolment } from '../enrolments/service.ts'
import { asWritten } from '../notices/service.ts'
import { requireSigner } from '../signing/service.ts'
import { requireOnBehalf, takeStep, undecided } from '../steps/service.ts'
import { listMyTeams, lockOwnTeam, type TeamView } from '../teams/service.ts'
import { hashManifest } from './submission/manifest.ts'
import { notifyTeamOfWork } from './notices/notices.ts'
import { checkAsked, isLate, mayRevive, mayStart, maySubmit, mayWithdraw, type WorkView } from './policy.ts'
import { changesSince, manifestOf } from './submission/preparation.ts'
import { problemsOf } from './submission/problems.ts'
import { findWorkOf, latestSubmission, preparedFilesOf, worksOfTeams } from './queries.ts'
import { moveWork, takeWorkStep, type Move } from './steps.ts'
import { receiptText } from './receipts/receipt-words.ts'
import { submission, submissionFile, work } from './tables.ts'
import { lockWorkOf, requireWork } from './work-view.ts'

export { blankWords } from './blind/blanked-words.ts'
export { openBlindCopy } from './blind/blind-copies.ts'
export { blindCopyVersion } from './blind/copy-version.ts'
export { stampBlindCopy } from './blind/stamped-copies.ts'
export { openBlindCover, picturedBlindFiles } from './covers/covers.ts'
export { openBlindPages } from './slide-pages/pages.ts'
export { decideWorks } from './office/decisions.ts'
export { returnWorkForLevel } from './office/returns-by-levels.ts'
export { notifyWorkDecisions } from './office/decision-notices.ts'
export { addWorkFile } from './submission/files.ts'
export { inspectFile } from './checks/inspection.ts'
export { readManifest, type Manifest } from './submission/manifest.ts'
export { presentLeftOut, readLeftOut, requireAcknowledged } from './office/left-out.ts'
export { readWorkFacts, type WorkFacts } from './journey-facts.ts'
export { workStages } from './ports.ts'
export { findWorkOf, readWorkIds } from './queries.ts'
export { requireWork } from './work-view.ts'
export { saveWork } from './submission/drafts.ts'

/** Starts a work. An enrolment has one, however many requests come. */
export const startWork = async (
  outer: SignedIn,
  enrolmentId: EnrolmentId,
  key: string | undefined,
): Promise<WorkView> => {
  const call = { scope: `work.start ${outer.actor.id}`, key, input: enrolmentId }
  const { team: seen } = await requireEnrolment(outer, enrolmentId)
  await requireOnBehalf(outer, { team: sql`select ${seen.id}::uuid`, activities: sql`select ${seen.activityId}::uuid` })
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
    const team = await lockOwnTeam(ctx, seen.id)
    const existing = await findWorkOf(ctx.db, enrolmentId)
    if (existing) return { id: existing }
    const onBehalf = actsForTeam({ team }, ctx.actor)
    permit(mayStart(team, ctx.actor.id, ctx, { onBehalf }))
    const newWorkId = newId<WorkId>(ctx.now)
    await ctx.db.insert(work).values({
      id: newWorkId,
      enrolmentId,
      teamId: team.id,
      activityId: team.activityId,
      state: 'draft',
      missingParts: team.activity.workRules.parts.filter(({ required }) => required).length,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await audit(ctx, 'work.created', {
      subject: { kind: 'work', id: newWorkId },
      after: { enrolment: enrolmentId },
      ...(onBehalf && { onBehalfOf: captainOf(team).id }),
    })
    return { id: newWorkId }
  })
  return requireWork(outer, id)
}

/** The caller's teams that hand in works, each with its work if there is one. */
export const listMyWorks = async (ctx: SignedIn): Promise<(Partial<WorkView> & { team: TeamView })[]> => {
  const teams = await listMyTeams(ctx)
  const works = await worksOfTeams(
    ctx.db,
    teams.map(({ id }) => id),
  )
  const files = await preparedFilesOf(
    ctx.db,
    works.map(({ id }) => id),
  )
  return teams.flatMap((team) => {
    const row = works.find(({ teamId }) => teamId === team.id)
    if (row) return [{ team, work: row, files: files.filter(({ workId }) => workId === row.id) }]
    return checkAsked(team).permitted ? [{ team }] : []
  })
}

/** Performs a step once per idempotency key and returns the work after it. */
const stepOnce = async (
  outer: SignedIn,
  id: WorkId,
  call: Parameters<typeof withIdempotencyKey>[1],
  take: (ctx: SignedIn) => Promise<unknown>,
): Promise<WorkView> => {
  await withIdempotencyKey(outer, call, async (ctx) => {
    await take(ctx)
    return {}
  })
  return requireWork(outer, id)
}

type Submitted = BodyOf<typeof contract.submitWork>

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

/** Stores an immutable version of what is prepared. The previous one stands until this transaction commits. */
const submissionOf = async (
  ctx: SignedIn,
  view: WorkView,
  { files: seen }: Submitted,
  signer: Awaited<ReturnType<typeof requireSigner>>,
): Promise<Move> => {
  const { work: before, team, files } = view
  const { id } = before
  const onBehalf = actsForTeam(view, ctx.actor)
  const ids = files.map((file) => file.id)
  // A teammate may have added or removed a file since the caller looked.
  if (!isSameList(seen, ids)) throw fail('resource.changed')
  const problems = problemsOf(ctx, view)
  if (problems.length > 0) throw fail('work.incomplete', { count: problems.length })
  const former = await latestSubmission(ctx.db, id)
  const number = (former?.number ?? 0) + 1
  const manifest = manifestOf(view, { number, submittedAt: ctx.now, previousHash: former?.hash ?? null })
  const late = isLate(view, ctx)
  const unconfirmed = new Set(files.filter(({ isConfirmed }) => !isConfirmed).map((file) => file.id as string))
  const changed = former ? changesSince(view, former.manifest) : []
  await ctx.db.insert(submission).values({
    workId: id,
    number,
    submittedAt: ctx.now,
    submittedBy: ctx.actor.id,
    isLate: late,
    manifest,
    hash: hashManifest(manifest),
    previousHash: former?.hash ?? null,
    signature: signer.sign(manifest),
    keyId: signer.keyId,
    changed,
  })
  const named = files.map(({ id: fileId, part, position }) => ({
    workId: id,
    number,
    fileId,
    part,
    position: position!,
  }))
  if (named.length > 0) await ctx.db.insert(submissionFile).values(named)
  return {
    kind: 'submission',
    to: 'submitted',
    submission: number,
    changes: { ...undecided, submission: number, submittedAt: ctx.now, isLate: late, isChanged: false },
    action: 'work.submitted',
    logged: { submission: number, hash: hashManifest(manifest).toString('hex'), isLate: late },
    onBehalfOf: onBehalf ? captainOf(team).id : undefined,
    notify: () =>
      notifyTeamOfWork(ctx, team, onBehalf ? 'submittedForYou' : 'submitted', {
        id,
        values: { submission: number, title: asWritten(before.title.trim()) },
        inLetter: (locale) => receiptText(locale, manifest, { changed, unconfirmed }),
      }),
  }
}

export const submitWork = async (
  outer: SignedIn,
  id: WorkId,
  body: Submitted,
  key: string | undefined,
): Promise<WorkView> => {
  // Made before the transaction: the first one creates the key.
  const signer = await requireSigner(outer)
  const call = { scope: `work.submit ${outer.actor.id}`, key, input: [id, body] }
  return stepOnce(outer, id, call, (ctx) =>
    takeWorkStep(ctx, {
      id,
      version: body.version,
      may: (view) => maySubmit(view, ctx.actor.id, ctx, { withGrace: true, onBehalf: actsForTeam(view, ctx.actor) }),
      move: (view) => submissionOf(ctx, view, body, signer),
    }),
  )
}

export const withdrawWork = (
  outer: SignedIn,
  id: WorkId,
  { version, reason }: BodyOf<typeof contract.withdrawWork>,
  key: string | undefined,
): Promise<WorkView> => {
  const call = { scope: `work.withdraw ${outer.actor.id}`, key, input: [id, version, reason] }
  return stepOnce(outer, id, call, (ctx) =>
    takeWorkStep(ctx, {
      id,
      version,
      may: (view) => mayWithdraw(view, ctx.actor.id, ctx),
      move: async ({ team }) => ({
        kind: 'withdrawal',
        to: 'withdrawn',
        reason,
        changes: undecided,
        action: 'work.withdrawn',
        logged: { reason },
        notify: () => notifyTeamOfWork(ctx, team, 'withdrawn', { id }),
      }),
    }),
  )
}

export const reviveWork = (
  outer: SignedIn,
  id: WorkId,
  version: number,
  key: string | undefined,
): Promise<WorkView> => {
  const call = { scope: `work.revive ${outer.actor.id}`, key, input: [id, version] }
  return stepOnce(outer, id, call, (ctx) =>
    takeWorkStep(ctx, {
      id,
      version,
      may: (view) => mayRevive(view, ctx.actor.id, ctx),
      // Nothing that was submitted stands any more: all of it has to be submitted again.
      move: async ({ work: { submission: number } }) => ({
        kind: 'revival',
        to: 'draft',
        changes: { isChanged: number !== null },
        action: 'work.revived',
      }),
    }),
  )
}

/** The enrolment is withdrawn. Requires a transaction that has locked team and enrolment. */
export const withdrawWithEnrolment = async (ctx: Ctx, team: TeamView): Promise<void> => {
  const id = team.enrolment && (await findWorkOf(ctx.db, team.enrolment.id))
  if (!id) return
  await takeStep(ctx, {
    lock: () => lockWorkOf(ctx, id, team),
    may: () => permitted,
    move: async (view) =>
      view.work.state === 'withdrawn'
        ? { unchanged: view.work }
        : moveWork(ctx, view.work, {
            kind: 'withdrawal',
            to: 'withdrawn',
            changes: undecided,
            action: 'work.withdrawn',
          }),
  })
}
