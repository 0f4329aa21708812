import type { CaseFile, MyCase, MyListedCase } from '@lectern/contract/cases/cases.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import { dayIn } from '../../platform/moments.ts'
import { refusalText } from '../../platform/policy.ts'
import type { CaseView } from './case-view.ts'
import { evidenceOf, type FoundEvidence } from './parties/evidence.ts'
import { messagesOf } from './office/office.ts'
import { sideOf, type OwnCase } from './parties/own-cases.ts'

const toIso = (moment: Date | null): string | null => moment?.toISOString() ?? null

export const presentListed = (ctx: SignedIn, view: CaseView): MyListedCase => {
  const side = sideOf(view, ctx.actor.id)
  const isFiler = view.partyId === ctx.actor.id
  return {
    id: view.id,
    number: view.number,
    kind: view.kind,
    side,
    state: view.state,
    activity: localize(view.activityName, ctx.locale).text,
    timeZone: view.timeZone,
    receivedOn: dayIn(view.receivedAt, view.timeZone),
    receivedAt: isFiler || view.side === 'respondent' ? view.receivedAt.toISOString() : null,
    answerBy: toIso(view.dueAt),
    statementBy: !isFiler && !view.closedAt && !view.statementAt ? toIso(view.statementBy) : null,
  }
}

/** A case as a party may know it: the other party and the names of arbiters are not in it. */
export const presentOwnCase = async (
  ctx: SignedIn,
  { view, side, isFiler, isOwnText, may }: OwnCase,
): Promise<MyCase> => {
  const { locale } = ctx
  const files = (await evidenceOf(ctx.db, view.id)).filter((one) => one.side === side)
  const filesWith = (part: FoundEvidence['part']): CaseFile[] =>
    files.filter((one) => one.part === part).map(({ file }) => file)
  const messages = (await messagesOf(ctx, view)).filter(({ thread }) => thread === side)
  const isTeam = side === 'respondent' && !isFiler
  const appealUntil = may.appeal.permitted ? toIso(view.appealUntil) : null
  const isOwnAppeal = view.appealPartyId === ctx.actor.id
  return {
    ...presentListed(ctx, view),
    version: view.version,
    work: view.workId ? { number: view.workNumber ?? '', title: view.workTitle ?? '' } : null,
    text: isOwnText ? view.text : null,
    files: isOwnText ? filesWith('text') : [],
    substance: isTeam ? view.substance : null,
    statement:
      isTeam && view.statement !== null && view.statementAt
        ? { text: view.statement, at: view.statementAt.toISOString(), files: filesWith('statement') }
        : null,
    messages: messages.map(({ id, isOfParty, text, at }) => ({
      isOwn: isOfParty,
      text,
      at: at.toISOString(),
      files: files.filter(({ messageId }) => messageId === id).map(({ file }) => file),
    })),
    refusedBecause: view.refusedBecause,
    ruling:
      view.ruling !== null && view.effect && view.closedAt
        ? { text: view.ruling, effect: view.effect, at: view.closedAt.toISOString() }
        : null,
    appealUntil,
    appeal: view.appeal && {
      id: isOwnAppeal ? view.appeal.id : null,
      number: view.appeal.number,
      state: view.appeal.state,
    },
    appealOf: view.first && { id: view.first.id, number: view.first.number },
    may: {
      withdraw: refusalText(may.withdraw, locale),
      write: refusalText(may.write, locale),
      state: refusalText(may.state, locale),
      appeal: refusalText(may.appeal, locale),
    },
  }
}
