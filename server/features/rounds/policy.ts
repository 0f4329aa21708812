import { fullPoints, roundMoves, type RoundState, type RoundStep } from '@lectern/contract/review/review-values.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { t } from '../../platform/messages.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import type { RoundView } from './setup/round-queries.ts'

/** The time, and the language of reasons. */
interface Moment {
  now: Date
  locale: Locale
}

/** Something to do in a round, with the tab that helps. */
export interface Todo {
  text: string
  tab: string
  /** The next step is refused until it is done. */
  blocks: boolean
}

const pointsOf = ({ criteria }: RoundRules): number => criteria.reduce((sum, { max }) => sum + max, 0)

const checkMove = ({ state }: Pick<RoundView, 'state'>, to: RoundState): Verdict =>
  (roundMoves[state] as readonly string[]).includes(to) ? permitted : refuse('round.moveRefused')

/** A round in which nobody was ever able to give a score. */
export const isUnopened = ({ state }: Pick<RoundView, 'state'>): boolean => state === 'draft' || state === 'planned'

const hasEnded = ({ closesAt }: Pick<RoundView, 'closesAt'>, { now }: Moment): boolean =>
  closesAt !== null && closesAt <= now

/** What stands in the way of opening, or should be known before it. */
const beforeOpening = (view: RoundView, moment: Moment): Todo[] => {
  const { rules, opensAt, closesAt, works, experts, accepted, state } = view
  const todos: Todo[] = []
  const add = (tab: string, text: string, blocks = true): void => void todos.push({ text, tab, blocks })
  const { locale } = moment
  if (rules.kind === 'scored') {
    const points = pointsOf(rules)
    if (rules.criteria.length === 0) add('rules', t(locale, 'office.rounds.todo.noCriteria'))
    else if (points !== fullPoints) add('rules', t(locale, 'office.rounds.todo.points', { points: points / 100 }))
  }
  if (!opensAt || !closesAt) add('rules', t(locale, 'office.rounds.todo.noWindow'))
  else if (hasEnded(view, moment)) add('rules', t(locale, 'office.rounds.todo.windowPast'))
  if (view.previousState !== null && view.previousState !== 'settled')
    add('works', t(locale, 'office.rounds.todo.previous'))
  if (works === 0) add('works', t(locale, 'office.rounds.todo.noWorks'))
  if (accepted === 0) add('experts', t(locale, 'office.rounds.todo.noExperts'))
  if (experts > accepted)
    add('experts', t(locale, 'office.rounds.todo.unanswered', { count: experts - accepted }), false)
  if (state === 'draft') add('plan', t(locale, 'office.rounds.todo.noPlan'))
  else if (view.short > 0) add('plan', t(locale, 'office.rounds.todo.short', { count: view.short }), false)
  if (view.uncalibrated > 0)
    add('plan', t(locale, 'office.rounds.todo.uncalibrated', { count: view.uncalibrated }), false)
  return todos
}

/** What has to be done in the round, the most important first. */
export const todoOf = (
  view: RoundView,
  { openFlags, discrepancies }: { openFlags: number; discrepancies: number },
  moment: Moment,
): Todo[] => {
  if (isUnopened(view)) return beforeOpening(view, moment)
  const { locale } = moment
  const todos: Todo[] = []
  const add = (tab: string, text: string): void => void todos.push({ text, tab, blocks: false })
  if (view.state === 'open' && hasEnded(view, moment)) add('board', t(locale, 'office.rounds.todo.ended'))
  if (view.state !== 'settled' && view.short > 0)
    add('board', t(locale, 'office.rounds.todo.short', { count: view.short }))
  if (view.state !== 'settled' && view.uncalibrated > 0)
    add('board', t(locale, 'office.rounds.todo.uncalibrated', { count: view.uncalibrated }))
  if (discrepancies > 0) add('board', t(locale, 'office.rounds.todo.discrepancies', { count: discrepancies }))
  if (openFlags > 0) add('flags', t(locale, 'office.rounds.todo.flags', { count: openFlags }))
  if (view.state === 'closed' && view.rules.kind === 'scored') add('result', t(locale, 'office.rounds.todo.settle'))
  return todos
}

const checkReady = (view: RoundView, moment: Moment): Verdict => {
  const blocking = beforeOpening(view, moment).find(({ blocks }) => blocks)
  return blocking ? refuse('round.incomplete', { reason: blocking.text }) : permitted
}

/** Scores can only be written until the end of the window. */
const checkTimeLeft = (view: RoundView, moment: Moment): Verdict =>
  hasEnded(view, moment)
    ? refuse('round.incomplete', { reason: t(moment.locale, 'office.rounds.todo.windowPast') })
    : permitted

export const mayStep = (view: RoundView, step: RoundStep, moment: Moment): Verdict => {
  const { state } = view
  const only = (...states: RoundState[]): Verdict => (states.includes(state) ? permitted : refuse('round.moveRefused'))
  switch (step) {
    case 'open':
      return all(only('draft', 'planned'), checkReady(view, moment), checkMove(view, 'open'))
    case 'pause':
      return checkMove(view, 'paused')
    case 'resume':
      return all(only('paused'), checkTimeLeft(view, moment))
    case 'close':
      return all(only('open', 'paused'), checkMove(view, 'closed'))
    case 'reopen':
      return all(only('closed'), checkTimeLeft(view, moment))
    case 'withdrawPlan':
      return all(only('planned'), checkMove(view, 'draft'))
  }
}

export const mayEditRound = ({ state }: Pick<RoundView, 'state'>): Verdict =>
  state === 'settled' ? refuse('round.moveRefused') : permitted

/** Works, experts and assignments may change until the round closes. */
export const mayArrange = ({ state }: Pick<RoundView, 'state'>): Verdict =>
  state === 'closed' || state === 'settled' ? refuse('round.moveRefused') : permitted

/** Single works are given and taken away once a plan is published. */
export const mayAssign = (view: Pick<RoundView, 'state'>): Verdict =>
  view.state === 'draft' ? refuse('plan.none') : mayArrange(view)

export const mayPlan = (view: RoundView, { locale }: Pick<Moment, 'locale'>): Verdict => {
  const lacking = view.works === 0 ? 'noWorks' : view.accepted === 0 ? 'noExperts' : undefined
  return all(
    mayArrange(view),
    lacking ? refuse('round.incomplete', { reason: t(locale, `office.rounds.todo.${lacking}`) }) : permitted,
  )
}

export const maySettle = (view: Pick<RoundView, 'state'>): Verdict => checkMove(view, 'settled')

export const mayDeleteRound = ({ state, assignments, followers }: RoundView): Verdict =>
  state === 'draft' && assignments === 0 && followers === 0 ? permitted : refuse('round.inUse')
