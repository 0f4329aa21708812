import type { Arbiter, CaseSheet, CaseSummary, OpenedCase } from '@lectern/contract/cases/case-office.ts'
import { caseEffects } from '@lectern/contract/cases/case-values.ts'
import type { CaseFile } from '@lectern/contract/cases/cases.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { permitted, refusalText, type Verdict } from '../../../platform/policy.ts'
import type { listArbiters } from '../arbiters/arbiters.ts'
import type { CaseView } from '../case-view.ts'
import type { sheetsOfWork } from '../arbiters/effects.ts'
import { neutralName, type FoundEvidence } from '../parties/evidence.ts'
import type { listCases, WholeCase } from './office.ts'
import { mayAsk, mayDecideAdmission, mayHaveEffect, mayInvestigate, mayRule, mayWrite } from '../policy.ts'

const toIso = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** What every organiser may know: nothing of the parties, of the work, or of what was written. */
export const presentSummary = (
  { locale, now }: Pick<SignedIn, 'locale' | 'now'>,
  { view, mayOpen }: { view: CaseView; mayOpen: Verdict },
): CaseSummary => ({
  id: view.id,
  number: view.number,
  kind: view.kind,
  state: view.state,
  activity: { id: view.activityId, name: localize(view.activityName, locale).text },
  timeZone: view.timeZone,
  receivedAt: view.receivedAt.toISOString(),
  dueAt: toIso(view.dueAt),
  isOverdue: view.dueAt !== null && view.dueAt <= now,
  closedAt: toIso(view.closedAt),
  mayOpen: refusalText(mayOpen, locale),
})

export const presentCases = (ctx: SignedIn, { list, activities, ...page }: Awaited<ReturnType<typeof listCases>>) => ({
  ...page,
  list: list.map((one) => presentSummary(ctx, one)),
  activities: activities.map(({ id, name }) => ({ id, name: localize(name, ctx.locale).text })),
})

/** Files under neutral names, numbered through the case as their downloads are. */
const neutralFiles = (number: string, files: readonly FoundEvidence[]) => {
  const ids = files.map(({ file }) => file.id).toSorted()
  return files.map(({ file, ...place }) => ({
    ...place,
    file: { ...file, name: neutralName(number, file.name, ids.indexOf(file.id)) } satisfies CaseFile,
  }))
}

export const presentWholeCase = (ctx: SignedIn, whole: WholeCase): OpenedCase => {
  const { view, party, events, messages } = whole
  const { locale } = ctx
  const who = ctx.actor.id
  const files = neutralFiles(view.number, whole.files)
  const filesWith = (part: FoundEvidence['part']): CaseFile[] =>
    files.filter((one) => one.part === part).map(({ file }) => file)
  const text = (verdict: Verdict): string | null => refusalText(verdict, locale)
  return {
    ...presentSummary(ctx, { view, mayOpen: permitted }),
    version: view.version,
    list: { id: view.listId, version: view.listVersion },
    work: view.workId && {
      id: view.workId,
      number: view.workNumber ?? '',
      title: view.workTitle ?? '',
      team: view.teamName ?? '',
      people: whole.people,
    },
    side: view.side,
    party,
    eraseAt: toIso(view.eraseAt),
    text: view.text,
    files: filesWith('text'),
    substance: view.substance,
    statementBy: toIso(view.statementBy),
    statement:
      view.statement !== null && view.statementAt
        ? { text: view.statement, at: view.statementAt.toISOString(), files: filesWith('statement') }
        : null,
    messages: messages.map(({ id, thread, isOfParty, by, text: said, at }) => ({
      thread,
      isOfParty,
      by: isOfParty ? null : by,
      text: said,
      at: at.toISOString(),
      files: files.filter(({ messageId }) => messageId === id).map(({ file }) => file),
    })),
    refusedBecause: view.refusedBecause,
    ruling:
      view.ruling !== null && view.effect && view.closedAt
        ? { text: view.ruling, effect: view.effect, at: view.closedAt.toISOString(), by: whole.decidedBy }
        : null,
    appealUntil: toIso(view.appealUntil),
    appeal: view.appeal && { id: view.appeal.id, number: view.appeal.number },
    appealOf: view.first && { id: view.first.id, number: view.first.number },
    events: events.map(({ kind, at, by, isOfParty }) => ({
      kind,
      at: at.toISOString(),
      by: isOfParty ? null : by,
      isOfParty,
    })),
    effects: caseEffects.map((effect) => ({ effect, refusal: text(mayHaveEffect(view, effect)) })),
    may: {
      admit: text(mayDecideAdmission(view, who)),
      investigate: text(mayInvestigate(view, who)),
      ask: text(mayAsk(view, who)),
      write: text(mayWrite(view)),
      rule: text(mayRule(view, who)),
    },
  }
}

/** Experts have no names here: they are numbered within their round. */
export const presentSheets = (
  { locale }: Pick<SignedIn, 'locale'>,
  rows: Awaited<ReturnType<typeof sheetsOfWork>>,
): CaseSheet[] =>
  rows.map(({ assignment, roundId, round, total }, index) => ({
    assignment,
    round: localize(round, locale).text,
    number: rows.slice(0, index + 1).filter((row) => row.roundId === roundId).length,
    total,
  }))

export const presentArbiters = (
  { locale }: Pick<SignedIn, 'locale'>,
  { list, candidates }: Awaited<ReturnType<typeof listArbiters>>,
) => ({
  list: list.map(({ appointedAt, ...one }): Arbiter => ({ ...one, appointedAt: appointedAt.toISOString() })),
  candidates: candidates.map(({ verdict, ...person }) => ({ ...person, refusal: refusalText(verdict, locale) })),
})
