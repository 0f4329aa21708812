import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, InstitutionId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { ReviewerState } from '@lectern/contract/review/review-values.ts'
import type * as contract from '@lectern/contract/rounds/reviewers.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { all, permit, permitted, refusalText, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { requireChoice } from '../../institutions/service.ts'
import { forgetInstitution } from '../assignments/conflict-queries.ts'
import { recordConflicts } from '../assignments/conflicts.ts'
import { requirePanel } from './panels.ts'
import { mayArrange } from '../policy.ts'
import { notifyInvited } from './reviewer-notices.ts'
import {
  accountsToInvite,
  candidatePage,
  changeReviewer,
  countCandidates,
  countOpenAssignments,
  countReviewers,
  dismissChair,
  findReviewer,
  insertReviewers,
  moveReviewers,
  nextVersion,
  lockAccounts,
  rememberProfile,
  reviewerPage,
  type AccountToInvite,
  type CandidateRow,
  type ReviewerRow,
} from './reviewer-queries.ts'
import type { RoundView } from '../setup/round-queries.ts'
import { reviewer } from '../tables.ts'
import { lockSeenRound, requireRound } from '../setup/rounds.ts'

export const listReviewers = async (
  ctx: Ctx,
  id: RoundId,
  { page, pageSize, state, panel, search }: QueryOf<typeof contract.listReviewers>,
): Promise<Page<ReviewerRow>> => {
  await requireRound(ctx, id)
  const filter = { state, panel, search: search?.trim() || undefined }
  const list = await reviewerPage(ctx.db, id, filter, { page, pageSize })
  return { list, total: await countReviewers(ctx.db, id, filter), page, pageSize }
}

export const listCandidates = async (
  ctx: Ctx,
  id: RoundId,
  { page, pageSize, search, field }: QueryOf<typeof contract.listCandidates>,
): Promise<Page<CandidateRow>> => {
  await requireRound(ctx, id)
  const filter = { field, search: search?.trim() || undefined }
  const list = await candidatePage(ctx.db, id, filter, { page, pageSize })
  return { list, total: await countCandidates(ctx.db, id, filter), page, pageSize }
}

export const requireReviewer = async (ctx: Ctx, roundId: RoundId, id: ReviewerId): Promise<ReviewerRow> => {
  const row = await findReviewer(ctx.db, roundId, id)
  if (!row) throw fail('reviewer.notFound')
  return row
}

/** Whether an account can be an expert of the round at all. */
export const mayJudge = ({ access, status, isInTeam }: Pick<CandidateRow, 'access' | 'status' | 'isInTeam'>): Verdict =>
  all(
    access === 'expert' && status === 'active' ? permitted : refuse('reviewer.notExpert'),
    isInTeam ? refuse('reviewer.inTeam') : permitted,
  )

export const hasLeft = (state: ReviewerState | null): boolean => state === 'declined' || state === 'removed'

const mayInvite = (person: AccountToInvite): Verdict =>
  all(
    mayJudge(person),
    person.reviewerId === null || hasLeft(person.reviewerState) ? permitted : refuse('reviewer.exists'),
  )

/** What organisers have written about an expert, beside what is known of the account. */
export interface Given {
  institution?: string | undefined
  /** Of that text; absent: none of the list. */
  institutionId?: InstitutionId | null | undefined
  fields?: CandidateRow['fields'] | undefined
  maxWorks?: number | undefined
}

/** What organisers have written, else what is known of the account. */
export const institutionOf = (
  person: Pick<AccountToInvite, 'institution' | 'institutionId'>,
  { institution, institutionId }: Given,
) =>
  institution === undefined
    ? { institution: person.institution, institutionId: person.institutionId }
    : { institution, institutionId: institutionId ?? null }

/** Adds an account to the round, or asks it again, and notifies it. Requires the locks of `inviteReviewers`. */
export const addToRound = async (
  ctx: SignedIn,
  view: RoundView,
  person: AccountToInvite,
  details: Given = {},
): Promise<ReviewerId> => {
  const id = person.reviewerId ?? newId<ReviewerId>(ctx.now)
  const values = {
    ...institutionOf(person, details),
    fields: details.fields ?? person.fields,
    maxWorks: details.maxWorks ?? person.maxWorks ?? view.rules.maxWorks,
    invitedAt: ctx.now,
    answeredAt: null,
    reason: null,
  }
  if (person.reviewerId) {
    // Another expert may have become the chair meanwhile.
    await moveReviewers(ctx.db, eq(reviewer.id, id), 'invited', { ...values, isChair: false, ...nextVersion })
  } else
    await insertReviewers(ctx.db, [{ id, roundId: view.id, accountId: person.account, state: 'invited', ...values }])
  await audit(ctx, 'reviewer.invited', {
    subject: { kind: 'reviewer', id },
    ...(person.reviewerState && { before: { state: person.reviewerState } }),
    after: { state: 'invited' },
  })
  await notifyInvited(ctx, view, person.account)
  return id
}

/** Invites those who can be, and says for each of the others why not. Of two organisers who invite the same expert, the second is told. */
export const inviteReviewers = async (
  outer: SignedIn,
  id: RoundId,
  { accounts }: BodyOf<typeof contract.inviteReviewers>,
  key: string | undefined,
): Promise<AnswerOf<typeof contract.inviteReviewers>> => {
  const call = { scope: `reviewer.invite ${outer.actor.id}`, key, input: [id, accounts] }
  return withIdempotencyKey(outer, call, async (ctx) => {
    const ids = [...new Set(accounts)]
    await lockAccounts(ctx.db, ids)
    const view = await lockSeenRound(ctx, id)
    permit(mayArrange(view))
    const people = new Map((await accountsToInvite(ctx.db, id, ids)).map((row) => [row.account, row]))
    const outcomes: { account: AccountId; refusal: string | null }[] = []
    const added: ReviewerId[] = []
    for (const account of ids) {
      const row = people.get(account)
      const verdict = row ? mayInvite(row) : refuse('reviewer.notExpert')
      if (row && verdict.permitted) added.push(await addToRound(ctx, view, row))
      outcomes.push({ account, refusal: refusalText(verdict, ctx.locale) })
    }
    if (added.length > 0) await recordConflicts(ctx, id, added)
    return { outcomes }
  })
}

/** Asks an expert again who declined or was removed. */
export const inviteAgain = (outer: SignedIn, roundId: RoundId, id: ReviewerId): Promise<ReviewerRow> =>
  inTransaction(outer, async (ctx) => {
    const { account } = await requireReviewer(ctx, roundId, id)
    await lockAccounts(ctx.db, [account])
    const view = await lockSeenRound(ctx, roundId)
    permit(mayArrange(view))
    const [person] = await accountsToInvite(ctx.db, roundId, [account])
    if (!person || !hasLeft(person.reviewerState)) throw fail('reviewer.moveRefused')
    permit(mayJudge(person))
    const { institution, institutionId, fields, maxWorks } = await requireReviewer(ctx, roundId, id)
    await addToRound(ctx, view, person, { institution, institutionId, fields, maxWorks })
    await recordConflicts(ctx, roundId, [id])
    return requireReviewer(ctx, roundId, id)
  })

type Saved = Omit<Required<BodyOf<typeof contract.saveReviewer>>, 'version'>

/** A new institution may mean new conflicts; a limit below what is assigned would make the plan wrong. */
export const saveReviewer = (
  outer: SignedIn,
  roundId: RoundId,
  id: ReviewerId,
  { version, ...given }: BodyOf<typeof contract.saveReviewer>,
): Promise<{ reviewer: ReviewerRow; found: number; ended: number }> =>
  inTransaction(outer, async (ctx) => {
    permit(mayArrange(await lockSeenRound(ctx, roundId)))
    const seen = await requireReviewer(ctx, roundId, id)
    if (seen.version !== version) throw fail('resource.changed')
    const { fields, institution, institutionId, maxWorks, panel, isChair } = seen
    const before: Saved = { fields, institution, institutionId, maxWorks, panel, isChair }
    // Another text without a choice means one that is not in the list.
    const chosen = given.institutionId === undefined && given.institution === institution ? institutionId : null
    const details: Saved = { ...given, institutionId: given.institutionId ?? chosen }
    const isMoved = details.institution !== institution || details.institutionId !== institutionId
    if (details.institutionId && details.institutionId !== institutionId)
      await requireChoice(ctx.db, details.institutionId, 'any')
    if (details.isChair && details.panel === null) throw fail('panel.chairNeedsPanel').at('panel')
    if (details.panel !== null && details.panel !== panel) await requirePanel(ctx, roundId, details.panel)
    if (details.maxWorks < maxWorks) {
      const count = await countOpenAssignments(ctx.db, id)
      if (details.maxWorks < count) throw fail('reviewer.limitTooLow', { count }).at('maxWorks')
    }
    if (details.isChair && details.panel && !(isChair && details.panel === panel))
      await dismissChair(ctx.db, details.panel)
    const { panel: panelId, ...values } = details
    await changeReviewer(ctx.db, id, { ...values, panelId })
    await rememberProfile(ctx.db, {
      accountId: seen.account,
      fields: details.fields,
      institution: details.institution,
      institutionId: details.institutionId,
      maxWorks: details.maxWorks,
      updatedAt: ctx.now,
    })
    await audit(ctx, 'reviewer.saved', {
      subject: { kind: 'reviewer', id },
      before: { ...before },
      after: { ...details },
      personal: true,
    })
    if (isMoved) await forgetInstitution(ctx.db, id)
    const { found, ended } = await recordConflicts(ctx, roundId, [id])
    return { reviewer: await requireReviewer(ctx, roundId, id), found, ended }
  })
