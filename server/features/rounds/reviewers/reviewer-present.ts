import type { Locale } from '@lectern/contract/locales.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Candidate, Conflict, Panel, Reviewer } from '@lectern/contract/rounds/reviewers.ts'
import type { Ctx } from '../../../platform/context.ts'
import { t } from '../../../platform/messages.ts'
import { refusalText } from '../../../platform/policy.ts'
import { nameOf } from '../../teams/service.ts'
import type { ConflictRow } from '../assignments/conflict-queries.ts'
import type { PanelView } from './panels.ts'
import type { CandidateRow, ReviewerRow } from './reviewer-queries.ts'
import { mayJudge } from './reviewers.ts'

type Named = Pick<ReviewerRow, 'username' | 'nickname' | 'realName' | 'status'>

/** Deleted users are shown as such. */
export const shownName = (person: Named, locale: Locale): string =>
  person.status === 'deleted' ? t(locale, 'office.audit.gone') : nameOf(person)

export const presentReviewer = (
  { locale }: Ctx,
  { username, nickname, realName, status, ...row }: ReviewerRow,
): Reviewer => ({ ...row, name: shownName({ username, nickname, realName, status }, locale) })

export const presentReviewers = (ctx: Ctx, { list, ...page }: Page<ReviewerRow>): Page<Reviewer> => ({
  ...page,
  list: list.map((row) => presentReviewer(ctx, row)),
})

const presentCandidate = (ctx: Ctx, row: CandidateRow): Candidate => ({
  account: row.account,
  name: nameOf(row),
  username: row.username,
  institution: row.institution,
  fields: row.fields,
  maxWorks: row.maxWorks,
  refusal: refusalText(mayJudge(row), ctx.locale),
})

export const presentCandidates = (ctx: Ctx, { list, ...page }: Page<CandidateRow>): Page<Candidate> => ({
  ...page,
  list: list.map((row) => presentCandidate(ctx, row)),
})

export const presentPanels = (list: readonly PanelView[]): { list: Panel[] } => ({
  list: list.map(({ id, name, members, works, chair, signedAt }) => ({
    id,
    name,
    members,
    works,
    chair,
    signedAt: signedAt?.toISOString() ?? null,
  })),
})

export const presentConflict = ({ locale }: Ctx, row: ConflictRow): Conflict => ({
  id: row.id,
  kind: row.kind,
  reviewer: { id: row.reviewerId, name: shownName(row.judge, locale) },
  entry: { id: row.entryId, code: row.code, number: row.number ?? '', title: row.title, team: row.team },
  reason: row.reason,
  by: row.author && shownName(row.author, locale),
  at: row.at.toISOString(),
  liftedAt: row.liftedAt?.toISOString() ?? null,
  liftedReason: row.liftedReason,
})

export const presentConflicts = (ctx: Ctx, { list, ...page }: Page<ConflictRow>): Page<Conflict> => ({
  ...page,
  list: list.map((row) => presentConflict(ctx, row)),
})
