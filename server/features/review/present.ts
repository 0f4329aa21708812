import { localize } from '@lectern/contract/localized.ts'
import type {
  DeskFile,
  DeskRound,
  DeskWork,
  DeskWorkView,
  Sheet,
  ShownCriterion,
} from '@lectern/contract/review/review.ts'
import type { SheetState } from '@lectern/contract/review/review-values.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { partTypes, slidesType } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { all, refusalText } from '../../platform/policy.ts'
import { checkWriting, hasPledged, mayDecline, mayFlag, mayRead, mayWrite, needsPractice } from './policy.ts'
import type { filesOfWork, ListedWork, OwnRound, OwnSheet, OwnWork } from './queries.ts'
import { isComplete, totalOf } from './sheets/scores.ts'
import { blindCopyVersion } from '../works/service.ts'
import type { DeskWork as FoundWork } from './service.ts'

const toIso = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null

export const presentDeskRound = (ctx: Ctx, own: OwnRound): DeskRound => {
  const { round, reviewer, works, finished } = own
  const { text: name, locale } = localize(round.name, ctx.locale)
  return {
    code: round.code,
    name,
    locale,
    kind: round.rules.kind,
    state: round.state,
    invitation: reviewer.state,
    hasPledged: hasPledged(own),
    needsPractice: needsPractice(own),
    isChair: reviewer.isChair,
    opensAt: toIso(round.opensAt),
    closesAt: toIso(round.closesAt),
    timeZone: round.timeZone,
    allowsDownload: round.allowsDownload,
    works,
    finished,
    refusal: refusalText(all(mayRead(own, ctx), checkWriting(round, null, ctx)), ctx.locale),
  }
}

/** In advice rounds experts only comment. */
export const presentCriteria = ({ locale }: Ctx, { kind, criteria }: RoundRules): ShownCriterion[] =>
  (kind === 'scored' ? criteria : []).map(({ id, label, help, max, levels }) => ({
    id,
    label: localize(label, locale).text,
    help: localize(help, locale).text,
    max,
    levels: levels.map(({ label: word, from, to }) => ({ label: localize(word, locale).text, from, to })),
  }))

type StateFacts = Pick<OwnSheet, 'number' | 'isChanged' | 'scores' | 'comment' | 'remark' | 'notes'>

export const stateOf = (sheet: StateFacts | null): SheetState => {
  if (!sheet) return 'todo'
  if (sheet.number !== null) return sheet.isChanged ? 'changed' : 'submitted'
  const isEmpty =
    Object.keys(sheet.scores).length + sheet.comment.length + sheet.remark.length + sheet.notes.length === 0
  return isEmpty ? 'todo' : 'draft'
}

export const presentSheet = ({ sheet }: Pick<OwnWork, 'sheet'>): Sheet => ({
  version: sheet?.version ?? 0,
  state: stateOf(sheet),
  scores: sheet?.scores ?? {},
  comment: sheet?.comment ?? '',
  remark: sheet?.remark ?? '',
  notes: sheet?.notes ?? [],
  places: sheet?.places ?? {},
  seconds: sheet?.seconds ?? 0,
  submittedAt: toIso(sheet?.submittedAt),
  savedAt: sheet?.version ? toIso(sheet.updatedAt) : null,
})

/** A sheet that was reopened and may still be changed. */
const reopenedUntil = ({ now }: Ctx, sheet: OwnSheet | null): string | null =>
  sheet?.reopenedUntil && now < sheet.reopenedUntil ? sheet.reopenedUntil.toISOString() : null

const presentDraft = (rules: RoundRules, sheet: OwnSheet | null): DeskWork['draft'] => {
  const state = stateOf(sheet)
  if (!sheet || (state !== 'draft' && state !== 'changed')) return null
  const { scores } = sheet
  return { scores, total: isComplete(rules, scores) ? totalOf(rules, scores) : null }
}

export const presentListed = (
  ctx: Ctx,
  rules: RoundRules,
  { code, title, activity, sheet, submitted, hasFlag }: ListedWork,
): DeskWork => ({
  code,
  title,
  activity: localize(activity, ctx.locale).text,
  state: stateOf(sheet),
  scores: submitted?.scores ?? {},
  total: submitted?.total ?? null,
  draft: presentDraft(rules, sheet),
  hasFlag,
  reopenedUntil: reopenedUntil(ctx, sheet),
})

const endings: Readonly<Record<string, readonly string[]>> = Object.assign({}, ...Object.values(partTypes))

type FoundFile = Awaited<ReturnType<typeof filesOfWork>>[number]

/** The name tells the part and the place in it, and nothing of the team's: `lessonPlan-2.pdf`. */
export const presentFiles = (token: string, files: readonly FoundFile[]): DeskFile[] =>
  files.map(({ number, type, seconds, pages, part, copyVersion }, at) => {
    const ending = endings[type]?.[0]
    const address = `/api/review/files/${token}/${number}`
    return {
      number,
      name: `${part}-${at + 1}${ending ? `.${ending}` : ''}`,
      type,
      seconds,
      pages,
      isReady: copyVersion === null || copyVersion >= blindCopyVersion,
      address,
      pagesAddress: type === slidesType ? `${address}/pages` : null,
    }
  })

export const presentDeskWork = (ctx: Ctx, { own, texts, files, flags, codes }: FoundWork): DeskWorkView => {
  const { text: activity, locale } = localize(texts.activity, ctx.locale)
  const at = codes.indexOf(own.work.code)
  return {
    round: presentDeskRound(ctx, own),
    step: own.round.rules.step,
    criteria: presentCriteria(ctx, own.round.rules),
    code: own.work.code,
    title: texts.title,
    summary: texts.summary,
    activity,
    locale,
    parts: texts.parts.map(({ id, label, kind, text }) => ({
      id,
      label: localize(label, ctx.locale).text,
      kind,
      text,
      files: presentFiles(
        own.work.token,
        files.filter(({ part }) => part === id),
      ),
    })),
    sheet: presentSheet(own),
    reopenedUntil: reopenedUntil(ctx, own.sheet),
    flags: flags.map(({ kind, text, resolvedAt }) => ({ kind, text, isResolved: resolvedAt !== null })),
    previous: codes[at - 1] ?? null,
    next: codes[at + 1] ?? null,
    may: {
      write: refusalText(mayWrite(own, ctx), ctx.locale),
      decline: refusalText(mayDecline(own, ctx), ctx.locale),
      flag: refusalText(mayFlag(own, ctx), ctx.locale),
    },
  }
}
