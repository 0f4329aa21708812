import type { Locale } from '@lectern/contract/locales.ts'
import type { RoundState } from '@lectern/contract/review/review-values.ts'
import { momentText } from '../../platform/moments.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import type { OwnRound, OwnSheet } from './queries.ts'

/** The time, and the language of refusals that mention a time. */
interface Moment {
  now: Date
  locale: Locale
}

type Round = OwnRound['round']
type Reviewer = OwnRound['reviewer']

/** While it is judged. Own sheets stay readable after it, until the edition is archived. */
const judgedStates: readonly RoundState[] = ['open', 'paused', 'closed']

/** A pledge that is revised after the round concerns the next one. */
export const hasPledged = ({ reviewer, round }: Pick<OwnRound, 'reviewer' | 'round'>): boolean =>
  reviewer.pledge !== null && (reviewer.pledge === round.pledge || round.state === 'settled')

export const needsPractice = ({ reviewer, round }: Pick<OwnRound, 'reviewer' | 'round'>): boolean =>
  round.rules.practice && reviewer.practisedAt === null

const checkAccepted = ({ state }: Reviewer): Verdict =>
  state === 'accepted' ? permitted : refuse('reviewer.notAccepted')

/** Criteria and the made-up work are shown to experts who have signed. */
export const mayPrepare = (own: Pick<OwnRound, 'reviewer' | 'round'>): Verdict =>
  all(checkAccepted(own.reviewer), hasPledged(own) ? permitted : refuse('reviewer.pledgeMissing'))

const checkReadable = ({ state, opensAt, isArchived }: Round, { now }: Moment): Verdict => {
  if (state === 'settled') return isArchived ? refuse('round.archived') : permitted
  return judgedStates.includes(state) && !(opensAt && now < opensAt) ? permitted : refuse('round.notOpen')
}

const checkUnsettled = ({ state }: Round): Verdict => (state === 'settled' ? refuse('round.settled') : permitted)

/** Whether the expert sees works of the round at all. */
export const mayRead = (own: Pick<OwnRound, 'reviewer' | 'round'>, moment: Moment): Verdict =>
  all(
    mayPrepare(own),
    needsPractice(own) ? refuse('reviewer.practiceMissing') : permitted,
    checkReadable(own.round, moment),
  )

/** Whether sheets of the round can be written now; `reopenedUntil` is of the sheet. */
export const checkWriting = (
  { state, closesAt, closedAt, timeZone }: Round,
  reopenedUntil: Date | null,
  { now, locale }: Moment,
): Verdict => {
  const end =
    state === 'closed' ? (closedAt ?? closesAt) : state === 'open' && closesAt && now >= closesAt ? closesAt : null
  if (end && reopenedUntil && now < reopenedUntil) return permitted
  if (state === 'settled') return refuse('round.settled')
  if (end) return refuse('round.ended', { closedAt: momentText(end, locale, timeZone) })
  return state === 'open' ? permitted : refuse('round.notOpen')
}

interface Assigned extends Pick<OwnRound, 'reviewer' | 'round'> {
  work: { isEnded: boolean }
  sheet: Pick<OwnSheet, 'reopenedUntil'> | null
}

const checkStanding = ({ work }: Assigned): Verdict => (work.isEnded ? refuse('assignment.ended') : permitted)

export const mayReadWork = (own: Assigned, moment: Moment): Verdict => all(checkStanding(own), mayRead(own, moment))

export const mayWrite = (own: Assigned, moment: Moment): Verdict =>
  all(mayReadWork(own, moment), checkWriting(own.round, own.sheet?.reopenedUntil ?? null, moment))

/** Also after submitting: a conflict may be noticed late. */
export const mayDecline = (own: Assigned, moment: Moment): Verdict =>
  all(
    mayReadWork(own, moment),
    own.round.state === 'open' || own.round.state === 'paused' ? permitted : checkWriting(own.round, null, moment),
  )

/** Reports reach the organisers while they can still change something. */
export const mayFlag = (own: Assigned, moment: Moment): Verdict =>
  all(mayReadWork(own, moment), checkUnsettled(own.round))

/** Documents are taken along while works are judged, where the organisers allow it. */
export const mayDownload = (own: Pick<OwnRound, 'reviewer' | 'round'>, moment: Moment): Verdict =>
  all(
    mayRead(own, moment),
    own.round.allowsDownload ? permitted : refuse('round.noDownload'),
    checkWriting(own.round, null, moment),
  )

/** The chair sees the panel's result. */
export const mayChair = (own: Pick<OwnRound, 'reviewer' | 'round'>, moment: Moment): Verdict =>
  all(own.reviewer.isChair && own.reviewer.panelId !== null ? permitted : refuse('chair.only'), mayRead(own, moment))

/** The chair orders ties and signs until the scores are settled. */
export const mayJudgePanel = (
  own: Pick<OwnRound, 'reviewer' | 'round'>,
  isFinished: boolean,
  moment: Moment,
): Verdict => all(mayChair(own, moment), checkUnsettled(own.round), isFinished ? permitted : refuse('panel.unfinished'))
