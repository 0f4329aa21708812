import { listMoves, type ListState, type ListStep } from '@lectern/contract/results/result-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { t } from '../../platform/messages.ts'
import { momentText } from '../../platform/moments.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import type { ListView } from './lists/list-queries.ts'

/** The time, the language of reasons, and who asks. */
export interface Asking {
  now: Date
  locale: Locale
  who: AccountId
}

/** What the gate must know of a list. */
export interface Gated {
  publicisedAt: Date | null
  announcedAt: Date | null
}

/**
 * THE GATE: what visitors may read of a list now. Everything public asks it or its twin in SQL. The state of a list is not asked: at the
 * second of an announcement it may not be written yet.
 */
export const isPublic = ({ publicisedAt, announcedAt }: Gated, what: 'publicity' | 'results', now: Date): boolean => {
  const since = what === 'publicity' ? publicisedAt : announcedAt
  return since !== null && since <= now
}

/** The twin of `isPublic` for `result_list`. */
export const wherePublic = (what: 'publicity' | 'results', now: Date): SQL =>
  what === 'publicity' ? sql`(result_list.publicised_at <= ${now})` : sql`(result_list.announced_at <= ${now})`

/** The lists that are in force: announced, and no newer one is. For queries that select from `result_list`. */
export const whereInForce = (now: Date): SQL => sql`(
  ${wherePublic('results', now)} and not exists (
    select from result_list as newer
    where newer.activity_id = result_list.activity_id and newer.public_version > result_list.public_version
      and newer.announced_at <= ${now}
  )
)`

/** Lists that await the announcement, and no newer one does. For queries that select from `result_list`. */
export const whereInPublicity = (now: Date): SQL => sql`(
  ${wherePublic('publicity', now)} and (result_list.announced_at is null or result_list.announced_at > ${now})
  and not exists (
    select from result_list as newer
    where newer.activity_id = result_list.activity_id and newer.public_version > result_list.public_version
      and newer.publicised_at <= ${now}
  )
)`

const day = 86_400_000

/** The shortest publicity. */
export const shortestPublicity = day

const checkState = ({ state }: Pick<ListView, 'state'>, ...states: ListState[]): Verdict =>
  states.includes(state) ? permitted : refuse('result.moveRefused')

const checkMove = ({ state }: Pick<ListView, 'state'>, to: ListState): Verdict =>
  (listMoves[state] as readonly string[]).includes(to) ? permitted : refuse('result.moveRefused')

/** A newer list takes the place of this one. */
const checkNewest = ({ isNewest }: Pick<ListView, 'isNewest'>): Verdict =>
  isNewest ? permitted : refuse('result.notNewest')

/** A second organiser confirms; the only one who may confirms alone. */
const checkConfirmer = ({ proposedBy, otherOrganisers }: ListView, { who }: Asking): Verdict =>
  proposedBy === who && otherOrganisers > 0 ? refuse('result.secondNeeded') : permitted

const checkUntil = ({ publicityUntil, timeZone }: ListView, { now, locale }: Asking): Verdict =>
  publicityUntil !== null && now < publicityUntil
    ? refuse('result.publicityRuns', { until: momentText(publicityUntil, locale, timeZone) })
    : permitted

const checkTies = ({ totals }: Pick<ListView, 'totals'>): Verdict =>
  totals.openTies.length > 0 ? refuse('result.openTies', { count: totals.openTies.length }) : permitted

/** Once its time has come, an announcement stands. */
const isAnnounced = ({ announcedAt }: ListView, { now }: Asking): boolean => announcedAt !== null && announcedAt <= now

/** Obstacles that other features know of are asked for separately. */
export const mayStepList = (view: ListView, step: ListStep, asking: Asking): Verdict => {
  const ofStep = (): Verdict => {
    switch (step) {
      case 'propose':
        return all(checkMove(view, 'proposed'), checkTies(view))
      case 'confirm':
        return all(
          checkState(view, 'proposed'),
          view.confirmedAt === null ? permitted : refuse('result.moveRefused'),
          checkConfirmer(view, asking),
        )
      case 'publicise':
        return all(
          checkMove(view, 'publicised'),
          view.confirmedAt === null ? refuse('result.unconfirmed') : permitted,
          view.needsReason && !view.reason ? refuse('result.reasonMissing') : permitted,
        )
      case 'finalise':
        return all(checkMove(view, 'final'), checkUntil(view, asking))
      case 'announce':
        return all(checkMove(view, 'announced'), isAnnounced(view, asking) ? refuse('result.moveRefused') : permitted)
      case 'unschedule':
        return all(
          checkState(view, 'final'),
          view.announcedAt !== null && !isAnnounced(view, asking) ? permitted : refuse('result.moveRefused'),
        )
      case 'discard':
        return checkState(view, 'computed', 'proposed')
    }
  }
  return all(checkNewest(view), ofStep())
}

/** Ties and prizes are decided on the newest list. What visitors have seen changes only by a newer list, which the decision makes. */
export const mayDecideOnList = (view: Pick<ListView, 'isNewest'>): Verdict => checkNewest(view)

export interface Todo {
  text: string
  blocks: boolean
}

/** What has to be done before a list can be computed. */
export const todoBeforeList = (
  facts: { accepted: number; rounds: readonly { state: string }[]; hasRules: boolean },
  { locale }: Pick<Asking, 'locale'>,
): Todo[] => {
  const { accepted, rounds, hasRules } = facts
  if (accepted === 0) return [{ text: t(locale, 'office.results.todo.noWorks'), blocks: true }]
  if (rounds.length === 0) return [{ text: t(locale, 'office.results.todo.noRounds'), blocks: true }]
  if (!rounds.some(({ state }) => state === 'settled'))
    return [{ text: t(locale, 'office.results.todo.notSettled'), blocks: true }]
  return hasRules ? [] : [{ text: t(locale, 'office.results.todo.noRules'), blocks: true }]
}
