import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { ListStep } from '@lectern/contract/recommendations/recommendation-values.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations.ts'
import type { ListSummary, OpenList, ListRow } from '@lectern/contract/recommendations/recommendations.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { CountKept } from '../../../platform/kept-counts.ts'
import { refusalText } from '../../../platform/policy.ts'
import { nameOf } from '../../teams/service.ts'
import {
  isAboveList,
  mayAccept,
  mayEditList,
  mayExtend,
  mayGrantQuota,
  mayHandIn,
  mayJudge,
  mayReturn,
  maySummarise,
  type ListView,
} from '../policy.ts'
import { submissionsOf } from '../summaries/hand-in.ts'
import { checkCode } from '../summaries/summary-content.ts'
import { isCurrentSummary, latestSummary } from '../summaries/summaries.ts'
import { countEntries } from './entry-counts.ts'
import { rowsOfList, type FoundRow } from './list-queries.ts'
import { isLateList } from './list-window.ts'
import { countWaitingBelow } from './waiting-below.ts'

interface NamedPerson {
  realName: string | null
  nickname: string | null
  username: string
  status: string
}

/** Null: the account was deleted. */
export const personName = (person: NamedPerson | null): string | null =>
  person === null || person.status === 'deleted' ? null : nameOf(person)

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null

export const presentInstitution = (
  { id, name, kind }: Pick<ListView['institution'], 'id' | 'name' | 'kind'>,
  locale: Locale,
) => ({ id, name: localize(name, locale).text, kind })

/** What happens next with a list. */
const nextStep = (view: ListView): ListStep => {
  const { state, window, balance, list } = view
  if (state === 'handedIn') return 'above'
  if (state === 'accepted') return 'done'
  if (window.standing === 'closed') return 'late'
  if (state === 'returned') return 'correct'
  if (window.standing === 'unscheduled' || window.standing === 'upcoming') return 'wait'
  if (balance === 0) return 'quota'
  return (list?.rowCount ?? 0) > 0 ? 'handIn' : 'rank'
}

export const presentSummaryOf = (
  view: ListView,
  { locale, now }: Pick<SignedIn, 'locale' | 'now'>,
): Omit<ListSummary, 'entries'> => {
  const { activity, institution, list, rules, window, state } = view
  const { text, locale: nameLocale } = localize(activity.name, locale)
  return {
    id: list?.id ?? null,
    activity: { id: activity.id, code: activity.code, name: text, locale: nameLocale },
    timeZone: activity.edition.timeZone,
    institution: presentInstitution(institution, locale),
    level: institution.kind,
    thing: rules.thing,
    needsScan: rules.needsScan,
    state,
    version: list?.version ?? 0,
    window: {
      // What is in the grace period is closed on every screen.
      standing: window.standing === 'grace' ? 'closed' : window.standing,
      opensAt: iso(window.opensAt),
      closesAt: iso(window.closesAt),
      isEarlier: window.isEarlier,
      isExtended: window.isExtended,
    },
    isLate: isLateList(state, window, now),
    quota: view.balance,
    recommended: view.recommended,
    rows: list?.rowCount ?? 0,
    passed: list?.passedCount ?? 0,
    changes: list?.changeCount ?? 0,
    refused: list?.refusedCount ?? 0,
    handedInAt: iso(list?.handedInAt ?? null),
    decidedAt: iso(list?.decidedAt ?? null),
    reason: list?.reason ?? null,
    next: nextStep(view),
  }
}

/** The lists of the reader's institutions, by institution. */
export const presentMyLists = async (
  ctx: SignedIn,
  kept: CountKept,
  views: readonly ListView[],
): Promise<AnswerOf<typeof contract.listMyRecommendations>> => {
  const counts = await countEntries(ctx.db, kept, views)
  const waiting = await countWaitingBelow(ctx)
  const institutions = new Map<string, AnswerOf<typeof contract.listMyRecommendations>['institutions'][number]>()
  for (const [at, view] of views.entries()) {
    const { id } = view.institution
    const owner = institutions.get(id) ?? { ...presentInstitution(view.institution, ctx.locale), lists: [] }
    owner.lists.push({ ...presentSummaryOf(view, ctx), entries: counts[at]!.ready, waitingBelow: waiting(view) })
    institutions.set(id, owner)
  }
  return { now: ctx.now.toISOString(), institutions: [...institutions.values()] }
}

const presentRow = (row: FoundRow, locale: Locale): ListRow => ({
  entry: row.entry,
  rank: row.rank,
  number: row.number,
  title: row.title,
  team: row.team,
  captain: personName(row.captain),
  institution: row.institution && presentInstitution(row.institution, locale),
  rankBelow: row.rankBelow,
  remark: row.remark,
  isReady: row.isReady,
  verdict: row.verdict,
  reason: row.reason,
  changeBy: iso(row.changeBy),
  isChanged: row.isChanged && row.isReady,
})

interface SummaryFacts {
  id: NonNullable<OpenList['summary']>['id']
  label: string
  hash: Buffer
  madeAt: Date
}

const presentPaper = ({ id, label, hash, madeAt }: SummaryFacts, by: string | null, isCurrent: boolean) => ({
  id,
  number: label,
  hash: hash.toString('hex'),
  code: checkCode(hash),
  at: madeAt.toISOString(),
  by,
  isCurrent,
})

/** A list with its rows, its papers, and what the reader may do. */
export const presentOpenList = async (ctx: SignedIn, kept: CountKept, view: ListView): Promise<OpenList> => {
  const { locale } = ctx
  const rows = await rowsOfList(ctx.db, view)
  const latest = await latestSummary(ctx.db, view.list?.id)
  const [submitted] = view.list ? await submissionsOf(ctx.db, view.list.id) : []
  const [counts] = await countEntries(ctx.db, kept, [view])
  return {
    ...presentSummaryOf(view, ctx),
    entries: counts!.ready,
    list: rows.map((row) => presentRow(row, locale)),
    summary: latest ? presentPaper(latest, personName(latest.by), isCurrentSummary(latest, rows)) : null,
    handedIn: submitted
      ? {
          summary: presentPaper(submitted.summary, null, isCurrentSummary(submitted.summary, rows)),
          scan: submitted.scan && { ...submitted.scan, sha256: submitted.scan.sha256?.toString('hex') ?? '' },
          at: submitted.at.toISOString(),
          by: personName(submitted.by),
          isLate: submitted.isLate,
        }
      : null,
    may: {
      edit: refusalText(mayEditList(view, ctx), locale),
      summarise: refusalText(maySummarise(view, ctx), locale),
      handIn: refusalText(mayHandIn(view, ctx), locale),
      judge: refusalText(mayJudge(view), locale),
      accept: refusalText(mayAccept(view), locale),
      return: refusalText(mayReturn(view), locale),
      grantQuota: refusalText(mayGrantQuota(view), locale),
      extend: refusalText(mayExtend(view), locale),
    },
    isOnBehalf: !view.reach.isOwn && isAboveList(view),
  }
}
